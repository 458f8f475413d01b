import { OAuthError } from '@countersign/service/errors'
import {
  type AccessTokenTarget,
  chooseTarget,
  resourceOf,
  resourcesOf,
} from '../../catalogue/resources/access-token-target.ts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { isSubset } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { WithConfig } from '../../ground/parts.ts'
import type { Allowed } from './allowed.store.ts'

/** What an access token is for, and whose it will be. */
export type PersonsTarget = AccessTokenTarget & Pick<Allowed, 'userId' | 'secondsLeft'>

type Asked = {
  /** The `resource` parameters. */
  readonly resources: readonly string[]
  /** The scopes to narrow to, if any were named. */
  readonly scopes?: readonly string[] | undefined
  /** What the person allowed this client, which never changes; nothing for a code or token that is none of its own. */
  readonly readAllowed: () => Promise<Allowed | undefined>
}

/**
 * What the next access token is for. An app that has no scope of a resource server and names none costs no statement: its token
 * works here alone, whatever was allowed before. Of any other one is read what was allowed, before anything is decided on it: so no
 * wrong `resource` spends a code or a refresh token.
 * @throws `invalid_target`, `invalid_scope`
 */
export async function prepareTarget(
  { scopes: registry, config }: WithConfig & WithScopes,
  client: Client,
  { resources, scopes, readAllowed }: Asked,
): Promise<PersonsTarget | undefined> {
  const registered = client.scopes.map(({ name }) => name)
  const known = await (resources.length > 0 ? registry.all() : registry.of(registered))
  if (resources.length === 0 && resourcesOf(registered, known).length === 0) return undefined
  const allowed = await readAllowed()
  if (!allowed || allowed.scopes.length === 0) return undefined
  if (scopes && !isSubset(scopes, allowed.scopes)) {
    throw new OAuthError('invalid_scope', 'A scope was asked for that the person did not grant.')
  }
  const chosen = scopes ?? allowed.scopes
  const usable = chosen.filter((name) => registered.includes(name) || resourceOf(name, known) === undefined)
  if (usable.length === 0) throw new OAuthError('invalid_scope', 'The app is registered for no such scope any more.')
  const target = chooseTarget({ issuer: config.issuer, resources, scopes: usable }, known) ?? {
    server: undefined,
    scopes: usable,
  }
  return { ...target, userId: allowed.userId, secondsLeft: allowed.secondsLeft }
}
