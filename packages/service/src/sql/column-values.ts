import { type CustomTypesConfig, types } from 'pg'

type Read = (text: string) => unknown

const { BOOL, DATE, FLOAT4, FLOAT8, INT2, INT4, OID, TIMESTAMP, TIMESTAMPTZ } = types.builtins
const ARRAY_OF_TIMESTAMPTZ = 1185

/** A value in a form that is not understood must be an error: null would read as "not set". */
const CHECKS = new Map<number, (value: unknown, text: string) => boolean>([
  [BOOL, (_value, text) => text === 't' || text === 'f'],
  ...[INT2, INT4, OID].map((oid) => [oid, Number.isSafeInteger] as const),
  ...[FLOAT4, FLOAT8].map((oid) => [oid, Number.isFinite] as const),
  ...[DATE, TIMESTAMP, TIMESTAMPTZ].map((oid) => [oid, isTime] as const),
  [ARRAY_OF_TIMESTAMPTZ, areTimes],
])

function isTime(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

function areTimes(value: unknown, text: string): boolean {
  const nulls = text.match(/NULL/g)?.length ?? 0
  return Array.isArray(value) && value.filter((each) => !isTime(each)).length === nulls
}

/** The parsers of `pg`, but none of them reads a value as null. */
export const COLUMN_VALUES = {
  getTypeParser: (oid: number): Read => {
    const read: Read = types.getTypeParser(oid)
    const isRead = CHECKS.get(oid)
    if (!isRead) return read
    return (text) => {
      const value = read(text)
      if (isRead(value, text)) return value
      throw new Error('The database sent a value in a form that is not understood.')
    }
  },
} satisfies CustomTypesConfig
