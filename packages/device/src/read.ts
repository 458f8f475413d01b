import { REASON_LENGTHS, withoutUnseen } from '@countersign/contracts/visible-text'

/** Reads JSON from outside into a type, or throws. */
export type Reader<Value> = (value: unknown) => Value

type Readers = Readonly<Record<string, Reader<unknown>>>
type ReadBy<Each extends Readers> = { readonly [Name in keyof Each]: ReturnType<Each[Name]> }

/** Never contains the value. */
export class UnexpectedJson extends TypeError {
  override readonly name = 'UnexpectedJson'
  override readonly message = 'This JSON does not have the expected shape.'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws UnexpectedJson, as all readers do */
export function readObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : refuse()
}

export function readText(value: unknown): string {
  return typeof value === 'string' && value.isWellFormed() ? value : refuse()
}

/** Another party's words to this user, cut where an honest server would have refused them. */
export function readWords(value: unknown): string {
  return withoutUnseen(readText(value)).slice(0, REASON_LENGTHS.maxLength)
}

/** ISO 8601, as core and the vault write it. */
export function readMoment(value: unknown): string {
  const text = readText(value)
  return MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? text : refuse()
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

export function readUuid(value: unknown): string {
  const text = readText(value)
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : refuse()
}

export function readFlag(value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse()
}

export function readNumber(value: unknown): number {
  return typeof value === 'number' ? value : refuse()
}

/** Drops unknown fields: a newer server may send more. */
export function fieldsOf<Required extends Readers>(required: Required): Reader<ReadBy<Required>>
export function fieldsOf<Required extends Readers, Optional extends Readers>(
  required: Required,
  optional: Optional,
): Reader<ReadBy<Required> & Partial<ReadBy<Optional>>>
export function fieldsOf(required: Readers, optional: Readers = {}): Reader<Readonly<Record<string, unknown>>> {
  return (value) => {
    const given = readObject(value)
    const present = Object.entries(optional).filter(([name]) => given[name] !== undefined)
    const read = [...Object.entries(required), ...present].map(([name, reader]) => [name, reader(given[name])])
    return Object.fromEntries(read)
  }
}

export function texts<Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, readText])) as Record<Name, Reader<string>>
}

export function fieldOf<Value>(name: string, read: Reader<Value>): Reader<Value> {
  return (value) => read(readObject(value)[name])
}

export function listOf<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value) => (Array.isArray(value) ? value.map((each) => read(each)) : refuse())
}

export function eachOf<Value>(read: Reader<Value>): Reader<Record<string, Value>> {
  return (value) => Object.fromEntries(Object.entries(readObject(value)).map(([name, field]) => [name, read(field)]))
}

export function literalOf<const Known>(...known: readonly Known[]): Reader<Known> {
  return (value) => known.find((each) => each === value) ?? refuse()
}

export function orNull<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value) => (value === null ? null : read(value))
}

export function unread(value: unknown): unknown {
  return value
}

export const ignore: Reader<void> = () => undefined

export function refuse(): never {
  throw new UnexpectedJson()
}
