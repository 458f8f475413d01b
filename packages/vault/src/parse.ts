import { checkBase64url } from './base64url.ts'
import { VaultError } from './errors.ts'
import { RECORD_VERSION, SUITE } from './labels.ts'

/** A JSON object whose fields are not checked yet. */
export type Fields<Name extends string = string> = Readonly<Record<Name, unknown>>

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** The refusal of anything that does not look exactly as written. Says nothing of the value itself. */
export function malformed(what: string): VaultError {
  return new VaultError('malformed', `The ${what} is not in the form that this app understands.`)
}

/** The refusal of anything from a newer or an abandoned format. */
export function unsupported(what: string): VaultError {
  return new VaultError('unsupported', `The ${what} has a format that this version does not support. Update the app.`)
}

/** Reads a plain JSON object: no array, no class instance. */
export function readObject(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null) throw malformed(what)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw malformed(what)
  return value as Fields
}

/** Reads an object with exactly these fields. An extra one is refused too: it is not covered by any hash. */
export function readExactFields<Name extends string>(
  value: unknown,
  names: readonly Name[],
  what: string,
): Fields<Name> {
  const fields = readObject(value, what)
  if (Object.keys(fields).length !== names.length || !names.every((name) => Object.hasOwn(fields, name))) {
    throw malformed(what)
  }
  return fields
}

/** Reads an object whose `v` and `s` are those that this package knows. */
export function readKnownFormat(value: unknown, what: string): Fields {
  const fields = readObject(value, what)
  const { v, s } = fields
  if (!Number.isSafeInteger(v) || !Number.isSafeInteger(s)) throw malformed(what)
  if (v !== RECORD_VERSION || s !== SUITE) throw unsupported(what)
  return fields
}

/** Reads an array of at most `limit` elements. */
export function readArray(value: unknown, limit: number, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(what)
  if (value.length > limit) throw new VaultError('too_large', `There are more entries in the ${what} than allowed.`)
  return value
}

/** Reads a counter: 1, 2, 3 … */
export function readCount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw malformed(what)
  return value
}

/** Reads well-formed text. */
export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw malformed(what)
  return value
}

/** Reads a truth value. */
export function readFlag(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw malformed(what)
  return value
}

/** Reads a list of well-formed texts. */
export function readTexts(value: unknown, limit: number, what: string): readonly string[] {
  return readArray(value, limit, what).map((text) => readText(text, what))
}

/** Reads a time in the one form that `Date.toISOString` gives it. */
export function readTime(value: unknown, what: string): string {
  const text = readText(value, what)
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || time.toISOString() !== text) throw malformed(what)
  return text
}

/** Reads a UUID in its one lower-case form. */
export function readUuid(value: unknown, what: string): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw malformed(what)
  return value
}

/** Reads canonical base64url of the one length, or of a length that passes, and returns the text. */
export function readBase64url(value: unknown, length: number | ((length: number) => boolean), what: string): string {
  if (typeof value !== 'string') throw malformed(what)
  // Checked on the text, so that nothing huge is decoded only to be refused.
  const found = Math.floor((value.length * 6) / 8)
  if (typeof length === 'number' ? found !== length : !length(found)) throw malformed(what)
  checkBase64url(value)
  return value
}
