import { checkBase64url } from './base64url.ts'
import { VaultError } from './errors.ts'
import { RECORD_VERSION, SUITE } from './labels.ts'

export type Fields<Name extends string = string> = Readonly<Record<Name, unknown>>

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

export function malformed(what: string): VaultError {
  return new VaultError('malformed', `The ${what} is not in the form that this app understands.`)
}

/** A newer or abandoned format. */
export function unsupported(what: string): VaultError {
  return new VaultError('unsupported', `The ${what} has a format that this version does not support. Update the app.`)
}

/** Refuses arrays and class instances. */
export function readObject(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null) throw malformed(what)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw malformed(what)
  return value as Fields
}

/** Refuses extra fields: no hash covers them. */
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

type Reader<Value = unknown> = (value: unknown, what: string) => Value
type Readers = Readonly<Record<string, Reader>>
type Read<Of extends Readers> = { readonly [Name in keyof Of]: Of[Name] extends Reader<infer Value> ? Value : never }

/** Exactly these fields, in this order. */
export function readRecord<Of extends Readers>(value: unknown, readers: Of, what: string): Read<Of> {
  const fields = readExactFields(value, Object.keys(readers), what)
  const read = Object.entries(readers).map(([name, readField]) => [name, readField(fields[name], what)])
  return Object.fromEntries(read) as Read<Of>
}

export function readKnownFormat(value: unknown, what: string): Fields {
  const fields = readObject(value, what)
  const { v, s } = fields
  if (!Number.isSafeInteger(v) || !Number.isSafeInteger(s)) throw malformed(what)
  if (v !== RECORD_VERSION || s !== SUITE) throw unsupported(what)
  return fields
}

export function readArray(value: unknown, limit: number, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(what)
  if (value.length > limit) throw new VaultError('too_large', `There are more entries in the ${what} than allowed.`)
  return value
}

export function readCount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw malformed(what)
  return value
}

export function readCountOrZero(value: unknown, what: string): number {
  return value === 0 ? 0 : readCount(value, what)
}

export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw malformed(what)
  return value
}

export function readFlag(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw malformed(what)
  return value
}

export function readTextMap(value: unknown, what: string): Readonly<Record<string, string>> {
  const entries = Object.entries(readObject(value, what))
  return Object.fromEntries(entries.map(([key, text]) => [key, readText(text, what)]))
}

/** In the form of `Date.toISOString` only. */
export function readTime(value: unknown, what: string): string {
  const text = readText(value, what)
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || time.toISOString() !== text) throw malformed(what)
  return text
}

export function readUuid(value: unknown, what: string): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw malformed(what)
  return value
}

/** Requires canonical base64url of this byte length, or of one that passes. Returns the text. */
export function readBase64url(value: unknown, length: number | ((length: number) => boolean), what: string): string {
  if (typeof value !== 'string') throw malformed(what)
  // Before decoding, so that a huge value is not decoded only to be refused.
  const found = Math.floor((value.length * 6) / 8)
  if (typeof length === 'number' ? found !== length : !length(found)) throw malformed(what)
  checkBase64url(value)
  return value
}
