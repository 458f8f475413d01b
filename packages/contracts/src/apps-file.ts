import { type Static, Type } from 'typebox'
import { ClientCreation } from './clients.ts'
import { ClientId, NamedStrict, Strict, Text } from './primitives.ts'
import { ResourceServerCreation } from './resource-servers.ts'
import { OperatorClaimDefinition, OperatorClaimName, OperatorScopeDefinition, OperatorScopeName } from './scopes.ts'

const Path = Type.String({ ...Text(1_024, 1), description: 'A path, from the folder of this file.' })
const { logo_uri: _fetched, scopes, ...client } = ClientCreation.properties
const { resource, client_id: _optional, ...resourceServer } = ResourceServerCreation.properties

/** An app, with the names of the admin API. A member that is left out gets its default, even if the app had another value. */
export const ClientOfFile = Strict({
  client_id: Type.String({ ...ClientId, pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$' }),
  ...client,
  scopes: Type.Array(scopes.items, { maxItems: 32, description: 'None for a client that only introspects tokens.' }),
  client_secret_file: Type.Optional(
    Type.String({ ...Path, description: 'Holds its secret. Without it, an app that is there keeps its secrets.' }),
  ),
  logo_file: Type.Optional(Path),
  logo_uri: Type.Optional(
    Type.String({ pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$', maxLength: 175_000 }),
  ),
  disabled: Type.Optional(Type.Boolean({ description: 'Its requests are refused, and its tokens rest.' })),
})

const Colour = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })

/** The BRAND settings, as far as the environment leaves them out. */
const BrandOfFile = Strict({
  name: Type.Optional(Text(60, 1)),
  logo_file: Type.Optional(Path),
  accent: Type.Optional(Colour),
  accent_dark: Type.Optional(Colour),
  legal_links: Type.Optional(
    Type.Array(Strict({ label: Type.String({ pattern: '^[^=,]{1,80}$' }), url: Text(2_048, 1) }), { maxItems: 16 }),
  ),
  support_url: Type.Optional(Text(2_048, 1)),
})

/** `APPS_FILE`, for version control: it holds no secret. */
export const AppsFile = NamedStrict('AppsFile', {
  $schema: Type.Optional(Type.String({ description: 'For editors: `countersign apply --schema` prints it.' })),
  brand: Type.Optional(BrandOfFile),
  claims: Type.Optional(
    Type.Array(Strict({ name: OperatorClaimName, ...OperatorClaimDefinition.properties }), { maxItems: 200 }),
  ),
  scopes: Type.Optional(
    Type.Array(Strict({ name: OperatorScopeName, ...OperatorScopeDefinition.properties }), { maxItems: 200 }),
  ),
  resource_servers: Type.Optional(
    Type.Array(Strict({ resource, client_id: Type.String({ ...ClientId }), ...resourceServer }), { maxItems: 200 }),
  ),
  clients: Type.Optional(Type.Array(ClientOfFile, { maxItems: 1_000 })),
})

export type AppsFile = Static<typeof AppsFile>
export type ClientOfFile = Static<typeof ClientOfFile>
