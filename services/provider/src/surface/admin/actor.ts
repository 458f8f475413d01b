import { ServiceError } from '@countersign/service/errors'
import type { AdministrationRole } from '@countersign/service/http'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findClient } from '../../clients/client.store.ts'
import type { EventSource } from '../../ground/events.ts'
import type { Registrar } from './registrar.ts'

/** Who asks the administration: with its token, or as a person. */
export type Actor = { readonly role: AdministrationRole; readonly userId: string | undefined }

export type AdministrationCall = {
  readonly actor: Actor
  readonly source: EventSource
  /** Makes the changes, in the actor's name. */
  readonly registrar: Registrar
}

/** Whose apps an actor has to do with: their own, or, for an administrator, everybody's. */
export function ownerFor({ role, userId }: Actor): string | undefined {
  return role === 'administrator' ? undefined : userId
}

/**
 * Refuses a developer whose app this is not, as if there were none.
 * @throws `not_found`
 */
export async function requireOwnClient(
  { sql }: { readonly sql: Parameters<typeof findClient>[0] },
  actor: Actor,
  clientId: string,
): Promise<void> {
  const owner = ownerFor(actor)
  if (owner !== undefined && (await findClient(sql, clientId))?.owner !== owner) throw noSuchClient()
}

export function noSuchClient(): ServiceError {
  return new ServiceError('not_found', 'There is no such client.')
}

/** Work on what came, once it is of the form that it must have. */
export function validated<Schema extends TSchema, Context, Answer>(
  schema: Schema,
  work: (input: Static<Schema>, context: Context) => Promise<Answer>,
): (input: unknown, context: Context) => Promise<Answer> {
  const shape = Compile(schema)
  return async (input, context) => {
    if (shape.Check(input)) return work(input, context)
    throw new ServiceError('invalid_request', 'The request is not of the form that it must have.')
  }
}
