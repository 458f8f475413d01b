import { ClientError } from '../failure.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the named text fields of an answer and drops everything else.
 * @throws ClientError `unexpected_answer`, as every reader here
 */
export function readTexts<Name extends string>(value: unknown, names: readonly Name[]): Record<Name, string> {
  const fields = readFields(value)
  return Object.fromEntries(names.map((name) => [name, readText(fields[name])])) as Record<Name, string>
}

export function readFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw unexpected()
  return value as Fields
}

export function readText(value: unknown): string {
  if (typeof value !== 'string') throw unexpected()
  return value
}

export function readNumber(value: unknown): number {
  if (typeof value !== 'number') throw unexpected()
  return value
}

export function readFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw unexpected()
  return value
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unexpected()
  return value
}

/** A text out of a closed list. */
export function readOneOf<Known extends string>(value: unknown, known: readonly Known[]): Known {
  const found = known.find((text) => text === value)
  if (found === undefined) throw unexpected()
  return found
}

export function unexpected(): ClientError {
  return new ClientError({ code: 'unexpected_answer' })
}
