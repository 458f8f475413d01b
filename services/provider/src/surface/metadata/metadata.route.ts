import { AuthorizationServerMetadata, JwkSet, OpenIdProviderMetadata } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { allowAnyOrigin } from '../../ground/http/oauth-endpoint.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { describeOpenIdProvider, describeRegistration, describeServer } from './metadata.ts'

const PUBLIC_FOR_FIVE_MINUTES = 'public, max-age=300'

/** /.well-known/*: public server metadata and keys (RFC 8414 §3, RFC 7517 §5). */
export function mountMetadata(app: Api, { config, keys, scopes }: ProviderDependencies): void {
  const describeOAuth = (known: KnownScopes) => ({ ...describeServer(config, known), ...describeRegistration(config) })
  allowAnyOrigin(app)
  app.addHook('onSend', async (_request, reply) => {
    // A cached error would outlive its cause.
    reply.header('cache-control', reply.statusCode < 400 ? PUBLIC_FOR_FIVE_MINUTES : 'no-store')
  })

  const tags = ['metadata']
  const ofOAuth = { operationId: 'readMetadata', summary: 'Get authorization server metadata', tags }
  app.get(
    '/.well-known/oauth-authorization-server',
    { schema: { ...ofOAuth, response: { 200: AuthorizationServerMetadata } } },
    async () => describeOAuth(await scopes.lastKnown()),
  )

  const ofOpenId = { operationId: 'readOpenIdConfiguration', summary: 'Get OpenID Provider metadata', tags }
  app.get(
    '/.well-known/openid-configuration',
    { schema: { ...ofOpenId, response: { 200: OpenIdProviderMetadata } } },
    async () => scopes.lastKnown().then((known) => describeOpenIdProvider(describeOAuth(known), known)),
  )

  const summary = 'Get the public keys, a JWK Set; data tokens and id_tokens are verified with them'
  app.get<{ Reply: { readonly keys: readonly object[] } }>(
    '/.well-known/jwks.json',
    { schema: { operationId: 'readKeys', summary, tags, response: { 200: JwkSet } } },
    async () => ({
      keys: [
        ...withPurpose('id_token', await keys.publicKeys()),
        ...withPurpose('data_token', config.dataTokenKeys.publicKeys),
      ],
    }),
  )
}

function withPurpose(purpose: 'id_token' | 'data_token', keys: readonly object[]): object[] {
  return keys.map((key) => Object.assign({ purpose }, key))
}
