import { randomUUID } from 'node:crypto'
import { OAuthError } from '@countersign/service/errors'
import { newKeyedSecret, sha256 } from '@countersign/service/secrets'
import { signAccessToken } from '../../catalogue/resources/access-token-jwt.ts'
import { chooseTarget, resourceOf, scopesOfResource } from '../../catalogue/resources/access-token-target.ts'
import { type ResourceServer, readResource } from '../../catalogue/resources/resource-server.ts'
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
  const { sql, config, scopes: registry } = dependencies
  if (client.authenticationMethod === 'none') {
    throw new OAuthError('unauthorized_client', 'Only a client that authenticates may call for itself (RFC 6749 §4.4).')
  }
  const known = await registry.all()
  const scopes = readScopes(client, scope, { known, resources })
  const target = chooseTarget({ issuer: config.issuer, resources, scopes }, known)
  if (!target?.server) throw notOfApi()
  if (target.scopes.length < scopes.length) {
    throw new OAuthError('invalid_scope', 'A scope is of another resource than the one that is named.')
  }
  const { server } = target
  const { clientId } = client
  const tokenId = randomUUID()
  const token = { clientId, scopes, jkt, lifetimeSeconds: accessTokenLifetimeOf(server) }
  const accessToken =
    server.accessTokenFormat === 'opaque'
      ? newKeyedSecret('cs_ct_', tokenId)
      : await signJwt(dependencies, server, { ...token, tokenId })
  const stored = { tokenId, tokenHash: sha256(accessToken), audience: server.resource }
  await insertClientAccessToken(sql, { ...token, ...stored })
  return {
    response: {
      access_token: accessToken,
      token_type: jkt === undefined ? 'Bearer' : 'DPoP',
      expires_in: token.lifetimeSeconds,
      scope: scopes.join(' '),
    },
  }
}

type NewToken = {
  readonly tokenId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly jkt: string | undefined
  readonly lifetimeSeconds: number
}

async function signJwt({ keys, config, now }: WithSigning, server: ResourceServer, token: NewToken): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: config.issuer,
    sub: token.clientId,
    aud: server.resource,
    client_id: token.clientId,
    scope: token.scopes.join(' '),
    iat,
    exp: iat + token.lifetimeSeconds,
    jti: token.tokenId,
    ...(token.jkt !== undefined && { cnf: { jkt: token.jkt } }),
  }
  return signAccessToken(claims, await keys.signingKey(server.signingAlgorithm))
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
