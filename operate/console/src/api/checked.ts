import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'

/** @throws TypeError if an answer does not match its schema */
export function checked<Schema extends TSchema>(schema: Schema, answer: unknown): Static<Schema> {
  if (Check(schema, answer)) return answer
  throw new TypeError('The answer does not match its schema.')
}
