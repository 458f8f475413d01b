import { createHash } from 'node:crypto'
import { splitList } from '@countersign/service/settings'
import { parseJson } from '../files.ts'

/** One value of a secret, as it stands in a list or a set. */
export type Value = string

/** Splits what a setting holds into its values, the one in use first. Undefined for a form that cannot be rotated. */
export function splitValues(form: 'list' | 'keys', text: string): readonly Value[] | undefined {
  if (form === 'list') return splitList(text)
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const keys: unknown = 'keys' in parsed ? parsed.keys : [parsed]
  return Array.isArray(keys) ? keys.map((key) => JSON.stringify(key)) : undefined
}

export function joinValues(form: 'list' | 'keys', values: readonly Value[]): string {
  if (form === 'list') return values.join(',')
  return values.length === 1 ? (values[0] ?? '') : `{"keys":[${values.join(',')}]}`
}

/** Tells values apart without holding them; a key and its public half are the same. */
export function fingerprint(value: Value): string {
  const { kty, crv, x, y } = readMembers(value)
  const told = kty === undefined ? value : JSON.stringify([kty, crv, x, y])
  return createHash('sha256').update(`countersign/rotation\n${told}`).digest('base64url').slice(0, 16)
}

export function isPrivate(value: Value): boolean {
  return readMembers(value)['d'] !== undefined
}

export function publicHalfOf(value: Value): Value {
  const { d: _private, ...rest } = readMembers(value)
  return JSON.stringify(rest)
}

function readMembers(value: Value): Readonly<Record<string, unknown>> {
  const parsed = value.startsWith('{') ? parseJson(value) : undefined
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}
