import { randomUUID } from 'node:crypto'
import { OAuthError } from '@countersign/service/errors'
import { newKeyedSecret, sha256 } from '@countersign/service/secrets'
import { signAccessToken } from '../../catalogue/resources/access-token-jwt.ts'
import { chooseTarget, resourceOf, scopesOfResource } from '../../catalogue/resources/access-token-target.ts'
import { readResource } from '../../catalogue/resources/resource-server.ts'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { defaultScopes, parseScope, requireRegistered } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { insertClientAccessToken } from './client-access-token.store.ts'
import { type AskedTokens, accessTokenLifetimeOf, type IssuedTokens } from './new-tokens.ts'

/**
 * RFC 6749 §4.4, to one resource server: only users grant access to their data. `sub` is the generated `client_id`, so
 * that no app passes for a user (RFC 9700 §4.15).
 * @throws OAuthError
 */
export async function issueClientToken(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { values: { scope }, resources, jkt }: AskedTokens,
): Promise<IssuedTokens> {
  const { sql, config, keys, now, scopes: registry } = dependencies
  const { issuer } = config
  if (client.authenticationMethod === 'none') {
    throw new OAuthError('unauthorized_client', 'Only a client that authenticates may call for itself (RFC 6749 §4.4).')
  }
  const known = await registry.all()
  const scopes = readScopes(client, scope, { known, resources })
  const target = chooseTarget({ issuer, resources, scopes }, known)
  if (!target?.server) throw notOfApi()
  if (target.scopes.length < scopes.length) {
    throw new OAuthError('invalid_scope', 'A scope is of another resource than the one that is named.')
  }
  const { server } = target
  const { clientId } = client
  const tokenId = randomUUID()
  const { resource: audience } = server
  const token = { clientId, scopes, jkt, audience, lifetimeSeconds: accessTokenLifetimeOf(server) }
  const issuedAt = Math.floor(now().getTime() / 1000)
  const accessToken =
    server.accessTokenFormat === 'opaque'
      ? newKeyedSecret('cs_ct_', tokenId)
      : await signAccessToken(
          { ...token, issuer, sub: clientId, issuedAt, jti: tokenId },
          await keys.signingKey(server.signingAlgorithm),
        )
  await insertClientAccessToken(sql, { ...token, tokenId, tokenHash: sha256(accessToken) })
  return {
    response: {
      access_token: accessToken,
      token_type: jkt === undefined ? 'Bearer' : 'DPoP',
      expires_in: token.lifetimeSeconds,
      scope: scopes.join(' '),
    },
  }
}

/**
 * The named scopes; else all of the named resource's, or the client's defaults.
 * @throws `invalid_scope`
 */
function readScopes(
  client: Client,
  scope: string | undefined,
  { known, resources }: { readonly known: KnownScopes; readonly resources: readonly string[] },
): readonly string[] {
  const ofResources = () => resources.flatMap((name) => scopesOfResource(client, readResource(known, name), known))
  const named = parseScope(scope) ?? (resources.length > 0 ? ofResources() : defaultScopes(client))
  if (named.length === 0) throw new OAuthError('invalid_scope', 'scope must name one or more scopes.')
  requireRegistered(client, named, known)
  if (named.some((name) => resourceOf(name, known) === undefined)) throw notOfApi()
  return named
}

function notOfApi(): OAuthError {
  return new OAuthError(
    'invalid_scope',
    'client_credentials is for scopes of resource servers alone: data of people, only they allow.',
  )
}
