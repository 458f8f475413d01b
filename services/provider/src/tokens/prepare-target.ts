import { OAuthError } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type AccessTokenTarget, chooseTarget } from '../resources/access-token-target.ts'
import { isSubset } from '../scopes/scopes.ts'
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
 * What the next access token is for. An app that has nothing to do with any resource server costs no statement; of any other one
 * is read what was allowed, before anything is decided on it: so no wrong `resource` spends a code or a refresh token.
 * @throws `invalid_target`, `invalid_scope`
 */
export async function prepareTarget(
  { scopes: registry, config }: Pick<ProviderDependencies, 'scopes' | 'config'>,
  client: Client,
  { resources, scopes, readAllowed }: Asked,
): Promise<PersonsTarget | undefined> {
  const registered = client.scopes.map(({ name }) => name)
  const known = await (resources.length > 0 ? registry.all() : registry.of(registered))
  if (resources.length === 0 && known.resources.size === 0) return undefined
  const allowed = await readAllowed()
  if (!allowed) return undefined
  if (scopes && !isSubset(scopes, allowed.scopes)) {
    throw new OAuthError('invalid_scope', 'A scope was asked for that the person did not grant.')
  }
  const target = chooseTarget({ issuer: config.issuer, resources, scopes: scopes ?? allowed.scopes }, known)
  return target && { ...target, userId: allowed.userId, secondsLeft: allowed.secondsLeft }
}
