import { TAG_BYTES } from './aead.ts'
import { RECORD_VERSION } from './labels.ts'
import { isPaddedLength } from './padding.ts'
import {
  malformed,
  readArray,
  readBase64url,
  readCount,
  readExactFields,
  readKnownFormat,
  readText,
  readUuid,
  unsupported,
} from './parse.ts'
import { readUnlockType, type UnlockType } from './unlock-method.ts'

/** A value of a record: its reader, and its shape as data, from which the server makes its schema. */
export type ValueForm<Value = unknown> = FormDescription & {
  readonly read: (value: unknown, what: string) => Value
}

type FormDescription =
  | { readonly kind: 'count' | 'uuid' | 'unlock_type' }
  | { readonly kind: 'literal'; readonly value: number }
  /** Base64url of exactly `length` bytes. */
  | { readonly kind: 'bytes'; readonly length: number; readonly mayBeEmpty: boolean }
  /** Base64url; `maxBytes` includes the tag. */
  | { readonly kind: 'ciphertext'; readonly maxBytes: number }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'list'; readonly of: ValueForm; readonly maxItems: number }
  | { readonly kind: 'object'; readonly name: string; readonly fields: FieldForms }

type FieldForms = Readonly<Record<string, ValueForm>>

/** All fields are required and no others allowed. */
export type ObjectForm<Fields extends FieldForms = FieldForms> = {
  readonly kind: 'object'
  /** Name in the documents; empty for a nested object. */
  readonly name: string
  readonly fields: Fields
  /** @throws VaultError `malformed`, `unsupported`, `too_large` */
  readonly read: (value: unknown) => ValuesOf<Fields>
}

export type ValueOf<Of extends ValueForm> = Of extends ValueForm<infer Value> ? Value : never
type ValuesOf<Fields extends FieldForms> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }

/** `v` (layout) or `s` (suite). */
const VERSION: ValueForm<typeof RECORD_VERSION> = {
  kind: 'literal',
  value: RECORD_VERSION,
  read(value, what) {
    if (value !== RECORD_VERSION) throw unsupported(what)
    return value
  },
}
export const COUNT: ValueForm<number> = { kind: 'count', read: readCount }
export const UUID: ValueForm<string> = { kind: 'uuid', read: readUuid }
export const UNLOCK_TYPE: ValueForm<UnlockType> = { kind: 'unlock_type', read: readUnlockType }

export function bytesForm(length: number): ValueForm<string> {
  return { kind: 'bytes', length, mayBeEmpty: false, read: (value, what) => readBase64url(value, length, what) }
}

export function bytesOrNoneForm(length: number): ValueForm<string> {
  const read = (value: unknown, what: string) => (value === '' ? value : readBase64url(value, length, what))
  return { kind: 'bytes', length, mayBeEmpty: true, read }
}

/** @param maxPlaintextBytes padded */
export function ciphertextForm(maxPlaintextBytes: number): ValueForm<string> {
  const maxBytes = maxPlaintextBytes + TAG_BYTES
  const isLength = (length: number) => length <= maxBytes && isPaddedLength(length - TAG_BYTES)
  return { kind: 'ciphertext', maxBytes, read: (value, what) => readBase64url(value, isLength, what) }
}

export function textForm(maxLength: number): ValueForm<string> {
  const read = (value: unknown, what: string) => {
    const text = readText(value, what)
    if (text.length > maxLength) throw malformed(what)
    return text
  }
  return { kind: 'text', maxLength, read }
}

export function listForm<Value>(of: ValueForm<Value>, maxItems: number): ValueForm<readonly Value[]> {
  const read = (value: unknown, what: string) => readArray(value, maxItems, what).map((each) => of.read(each, what))
  return { kind: 'list', of, maxItems, read }
}

type ObjectNames<Value> = {
  readonly name?: string
  readonly what: string
  /** Checks between fields, which no schema expresses; throws. */
  readonly check?: (value: Value) => void
}

export function objectForm<Fields extends FieldForms>(
  { name = '', what, check }: ObjectNames<ValuesOf<Fields>>,
  fields: Fields,
): ObjectForm<Fields> {
  const read = (value: unknown) => {
    const given = readExactFields(value, Object.keys(fields), what)
    const entries = Object.entries(fields).map(([field, form]) => [field, form.read(given[field], what)])
    const result = Object.fromEntries(entries) as ValuesOf<Fields>
    check?.(result)
    return result
  }
  return { kind: 'object', name, fields, read }
}

/** An object that begins with `v` and `s`. Checks these first: a newer format may have other fields. */
export function recordForm<Fields extends FieldForms>(
  names: ObjectNames<ValuesOf<Fields>>,
  fields: Fields,
): ObjectForm<{ v: typeof VERSION; s: typeof VERSION } & Fields> {
  const form = objectForm(names, { v: VERSION, s: VERSION, ...fields })
  return { ...form, read: (value) => form.read(readKnownFormat(value, names.what)) }
}
