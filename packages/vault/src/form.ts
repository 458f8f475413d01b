import { TAG_BYTES } from './aead.ts'
import { RECORD_VERSION } from './labels.ts'
import { isPaddedLength } from './padding.ts'
import {
  malformed,
  readArray,
  readBase64url,
  readCount,
  readFields,
  readKnownFormat,
  readText,
  readUuid,
} from './parse.ts'
import { readUnlockType, type UnlockType } from './unlock-type.ts'

/** What a value of a record looks like: its reader, and its form as data, of which the server makes its schema. */
export type Form<Value = unknown> = FormData & {
  /**
   * Reads a value from outside. `what` is what a refusal speaks of.
   * @throws VaultError `malformed`, `unsupported`, `too_large`
   */
  readonly read: (value: unknown, what: string) => Value
}

type FormData =
  | { readonly kind: 'count' | 'uuid' | 'unlock_type' }
  | { readonly kind: 'literal'; readonly value: number }
  /** Base64url of exactly so many bytes, or perhaps of none. */
  | { readonly kind: 'bytes'; readonly length: number; readonly mayBeEmpty: boolean }
  /** Base64url of a ciphertext of at most so many bytes with its tag. */
  | { readonly kind: 'ciphertext'; readonly maxBytes: number }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'list'; readonly of: Form; readonly maxItems: number }
  | { readonly kind: 'object'; readonly name: string; readonly fields: FieldForms }

type FieldForms = Readonly<Record<string, Form>>

/** A form with named fields, all of them required and no other allowed. */
export type ObjectForm<Fields extends FieldForms = FieldForms> = {
  readonly kind: 'object'
  /** As the documents call it, empty for a part of another. */
  readonly name: string
  readonly fields: Fields
  /**
   * Reads a record from outside, field by field.
   * @throws VaultError `malformed`, `unsupported`, `too_large`
   */
  readonly read: (value: unknown) => ValuesOf<Fields>
}

export type ValueOf<Of extends Form> = Of extends Form<infer Value> ? Value : never
type ValuesOf<Fields extends FieldForms> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }

/** A layout (`v`) or a suite (`s`): there is only the first of each, as `readKnownFormat` has checked. */
const VERSION: Form<typeof RECORD_VERSION> = { kind: 'literal', value: RECORD_VERSION, read: () => RECORD_VERSION }
export const COUNT: Form<number> = { kind: 'count', read: readCount }
export const UUID: Form<string> = { kind: 'uuid', read: readUuid }
export const UNLOCK_TYPE: Form<UnlockType> = { kind: 'unlock_type', read: readUnlockType }

export function bytesForm(length: number): Form<string> {
  return { kind: 'bytes', length, mayBeEmpty: false, read: (value, what) => readBase64url(value, length, what) }
}

export function bytesOrNoneForm(length: number): Form<string> {
  const read = (value: unknown, what: string) => (value === '' ? value : readBase64url(value, length, what))
  return { kind: 'bytes', length, mayBeEmpty: true, read }
}

/** @param maxPlaintextBytes of the padded plaintext */
export function ciphertextForm(maxPlaintextBytes: number): Form<string> {
  const maxBytes = maxPlaintextBytes + TAG_BYTES
  const isLength = (length: number) => length <= maxBytes && isPaddedLength(length - TAG_BYTES)
  return { kind: 'ciphertext', maxBytes, read: (value, what) => readBase64url(value, isLength, what) }
}

export function textForm(maxLength: number): Form<string> {
  const read = (value: unknown, what: string) => {
    const text = readText(value, what)
    if (text.length > maxLength) throw malformed(what)
    return text
  }
  return { kind: 'text', maxLength, read }
}

export function listForm<Value>(of: Form<Value>, maxItems: number): Form<readonly Value[]> {
  const read = (value: unknown, what: string) => readArray(value, maxItems, what).map((each) => of.read(each, what))
  return { kind: 'list', of, maxItems, read }
}

type ObjectNames<Value> = {
  readonly name?: string
  /** What a refusal speaks of. */
  readonly what: string
  /** What must hold between the fields: it throws. No schema says that. */
  readonly check?: (value: Value) => void
}

export function objectForm<Fields extends FieldForms>(
  { name = '', what, check }: ObjectNames<ValuesOf<Fields>>,
  fields: Fields,
): ObjectForm<Fields> {
  const read = (value: unknown) => {
    const given = readFields(value, Object.keys(fields), what)
    const entries = Object.entries(fields).map(([field, form]) => [field, form.read(given[field], what)])
    const result = Object.fromEntries(entries) as ValuesOf<Fields>
    check?.(result)
    return result
  }
  return { kind: 'object', name, fields, read }
}

/** An object that begins with `v` and `s`, which are looked at first: a newer format may have other fields. */
export function recordForm<Fields extends FieldForms>(
  names: ObjectNames<ValuesOf<Fields>>,
  fields: Fields,
): ObjectForm<{ v: typeof VERSION; s: typeof VERSION } & Fields> {
  const form = objectForm(names, { v: VERSION, s: VERSION, ...fields })
  return { ...form, read: (value) => form.read(readKnownFormat(value, names.what)) }
}
