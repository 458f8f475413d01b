import { ADMINISTRATION } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type AdministrationRole } from '@countersign/service/settings'

import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findClient } from '../../clients/client.store.ts'
import type { EventSource } from '../../ground/events.ts'
import type { Registrar } from './registrar.ts'

export type Actor = { readonly role: AdministrationRole; readonly userId: string | undefined }

export type AdministrationCall = {
  readonly actor: Actor
  readonly source: EventSource
  readonly registrar: Registrar
}

/** The owner whose apps the actor may see; an administrator sees all. */
export function ownerFor({ role, userId }: Actor): string | undefined {
  return role === 'administrator' ? undefined : userId
}

/** @throws `not_found` for another owner's app */
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

/** Runs `work` on input that matches the schema, and refuses other input. */
export function matching<Schema extends TSchema, Context, Answer>(
  schema: Schema,
  work: (input: Static<Schema>, context: Context) => Promise<Answer>,
): (input: unknown, context: Context) => Promise<Answer> {
  const shape = Compile(schema)
  return async (input, context) => {
    if (shape.Check(input)) return work(input, context)
    throw new ServiceError('invalid_request', 'The request is not of the form that it must have.')
  }
}

type Operations = typeof ADMINISTRATION

export function validated<Name extends keyof Operations, Answer>(
  name: Name,
  work: (input: Static<Operations[Name]['input']>, call: AdministrationCall) => Promise<Answer>,
) {
  return matching<Operations[Name]['input'], AdministrationCall, Answer>(ADMINISTRATION[name].input, work)
}
