import { ServiceError } from '@countersign/service/errors'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Work on what came, once it is of the form that it must have. */
export function taking<Schema extends TSchema, Context, Answer>(
  schema: Schema,
  work: (input: Static<Schema>, context: Context) => Promise<Answer>,
): (input: unknown, context: Context) => Promise<Answer> {
  const shape = Compile(schema)
  return async (input, context) => {
    if (shape.Check(input)) return work(input, context)
    throw new ServiceError('invalid_request', 'The request is not of the form that it must have.')
  }
}
