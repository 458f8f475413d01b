import { malformed, readArray, readObject, readText, VaultError } from '@countersign/vault'
import { ClientError } from '../failure.ts'

/** Reads one value of an answer. `what` is what a refusal speaks of. */
export type Reader<Value> = (value: unknown, what: string) => Value

type Readers = Readonly<Record<string, Reader<unknown>>>
type ReadBy<Each extends Readers> = { readonly [Name in keyof Each]: ReturnType<Each[Name]> }

/**
 * Reads the body of an answer, of which nothing is known yet.
 * @throws ClientError `unexpected_answer`
 */
export function readAnswerBody<Value>(body: unknown, read: Reader<Value>): Value {
  try {
    return read(body, 'answer of the server')
  } catch (error) {
    throw error instanceof VaultError ? new ClientError({ code: 'unexpected_answer' }, { cause: error }) : error
  }
}

/** Reads these fields and drops all others: a newer server may have more. */
export function fieldsOf<Each extends Readers>(readers: Each): Reader<ReadBy<Each>> {
  return (value, what) => {
    const given = readObject(value, what)
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(given[name], what)])
    return Object.fromEntries(read) as ReadBy<Each>
  }
}

/** Reads these fields, and of the optional ones those that are there. */
export function fieldsWithOptional<Required extends Readers, Optional extends Readers>(
  required: Required,
  optional: Optional,
): Reader<ReadBy<Required> & Partial<ReadBy<Optional>>> {
  return (value, what) => {
    const given = readObject(value, what)
    const there = Object.entries(optional).filter(([name]) => given[name] !== undefined)
    const read = fieldsOf(Object.fromEntries(there))(value, what) as Partial<ReadBy<Optional>>
    return { ...fieldsOf(required)(value, what), ...read }
  }
}

/** Fields of text, for `fieldsOf`. */
export function texts<Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, readText])) as Record<Name, Reader<string>>
}

/** Reads one field alone. */
export function singleFieldOf<Value>(name: string, read: Reader<Value>): Reader<Value> {
  return (value, what) => read(readObject(value, what)[name], what)
}

export function listOf<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value, what) => readArray(value, Number.POSITIVE_INFINITY, what).map((each) => read(each, what))
}

/** Reads every field of an object, whatever it is called. */
export function eachOf<Value>(read: Reader<Value>): Reader<Record<string, Value>> {
  return (value, what) => {
    const fields = Object.entries(readObject(value, what))
    return Object.fromEntries(fields.map(([name, field]) => [name, read(field, what)]))
  }
}

/** A text out of a closed list. */
export function literalOf<Known extends string>(...known: readonly Known[]): Reader<Known> {
  return (value, what) => {
    const text = known.find((each) => each === value)
    if (text === undefined) throw malformed(what)
    return text
  }
}

export function orNull<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value, what) => (value === null ? null : read(value, what))
}

export function readNumber(value: unknown, what: string): number {
  if (typeof value !== 'number') throw malformed(what)
  return value
}

/** For what somebody else reads, and for answers that say nothing. */
export function unread(value: unknown): unknown {
  return value
}
