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

/** An access token's target and its user. */
export type PersonsTarget = AccessTokenTarget & Pick<Allowed, 'userId' | 'secondsLeft'>

type Asked = {
  readonly resources: readonly string[]
  /** To narrow to. */
  readonly scopes?: readonly string[] | undefined
  /** Reads the grant, which never changes; undefined for another client's code or token. */
  readonly readAllowed: () => Promise<Allowed | undefined>
}

/**
 * Chooses the next access token's target before the code or refresh token is spent, so that a wrong `resource` costs
 * neither. An app without scopes of resource servers that names none costs no statement.
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
