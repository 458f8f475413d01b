import { type Static, Type } from 'typebox'
import {
  ClientId,
  ManagedByFile,
  Named,
  NamedStrict,
  OneOf,
  OptionalText,
  Strict,
  Text,
  Timestamp,
  Uuid,
} from './primitives.ts'
import { OperatorScopeName, ScopeTexts } from './scopes.ts'

const Name = Type.String({ ...Text(80, 1), description: 'The name of the API as people read it.' })

const Format = OneOf(['opaque', 'jwt'], {
  description: 'Whether the API asks about its tokens (RFC 7662), or checks them by itself (RFC 9068).',
})

const Algorithm = OneOf(['ES256', 'RS256'], {
  description: 'How tokens of the format jwt are signed.',
})

const Scopes = Type.Array(Strict({ name: OperatorScopeName, texts: ScopeTexts }), {
  minItems: 1,
  maxItems: 32,
  description: 'The scopes of this API, which no other API has.',
})

const Introspector = Type.String({
  ...ClientId,
  description:
    'The client that may ask about its tokens: one with a secret or a key. A new one is registered if left out.',
})

export const ResourceServerCreation = NamedStrict('ResourceServerCreation', {
  resource: Type.String({
    ...Text(2_048, 1),
    description: 'Its address, by which apps name it: https, without a fragment (RFC 8707 §2).',
  }),
  name: Name,
  access_token_format: Type.Optional(Format),
  access_token_signed_response_alg: Type.Optional(Algorithm),
  client_id: Type.Optional(Introspector),
  scopes: Scopes,
})

/** An absent member stays unchanged; `scopes` replaces all of them. */
export const ResourceServerUpdate = NamedStrict('ResourceServerUpdate', {
  name: Type.Optional(Name),
  access_token_format: Type.Optional(Format),
  access_token_signed_response_alg: Type.Optional(Algorithm),
  client_id: Type.Optional(Introspector),
  scopes: Type.Optional(Scopes),
})

const attributes = {
  resource_id: Uuid,
  resource: Type.String(),
  name: Type.String(),
  access_token_format: Format,
  access_token_signed_response_alg: Algorithm,
  client_id: Type.String({ description: 'The client that may ask about its tokens.' }),
  scopes: Scopes,
  managed_by_file: ManagedByFile,
  created_at: Timestamp,
}

/** An API that access tokens are for, as an administrator sees it. */
export const ResourceServerResource = Named('ResourceServer', attributes)

export const ResourceServerWithSecret = Named('ResourceServerWithSecret', {
  ...attributes,
  client_secret: OptionalText('Of the client that was registered with it: shown this once.'),
})

export const ResourceServerList = Named('ResourceServerList', { resource_servers: Type.Array(ResourceServerResource) })

export const ResourceServerParams = Type.Object({ resource_id: Uuid })

export type ResourceServerCreation = Static<typeof ResourceServerCreation>
export type ResourceServerUpdate = Static<typeof ResourceServerUpdate>
export type ResourceServerResource = Static<typeof ResourceServerResource>
