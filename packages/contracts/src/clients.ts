import { type Static, type TNull, type TOptional, type TProperties, type TSchema, type TUnion, Type } from 'typebox'
import { CLIENT_ATTRIBUTES, type ClientAttributes } from './client-attributes.ts'
import type { ClientAttribute } from './client-values.ts'
import { EXAMPLE } from './examples.ts'
import { ManagedByFile, Named, NamedStrict, OptionalText, OrNull, Text, Timestamp, UserId, Uuid } from './primitives.ts'

/** The table's rows, each with its name in code. */
export const CLIENT_ATTRIBUTE_ROWS: readonly (readonly [keyof ClientAttributes, ClientAttribute])[] = Object.entries(
  CLIENT_ATTRIBUTES,
) as [keyof ClientAttributes, ClientAttribute][]

type Rows = ClientAttributes
type WithSchema<Key extends 'schema' | 'metadata'> = {
  [Name in keyof Rows]: Rows[Name] extends Record<Key, TSchema> ? Name : never
}[keyof Rows]
type Nullable<Row, Schema extends TSchema> = Row extends { isRemovable: true } ? TUnion<[Schema, TNull]> : Schema
type OptionalFor<Row, Reason, Schema extends TSchema> = Row extends Reason ? TOptional<Schema> : Schema
type Omittable = { default: unknown } | { isRemovable: true }
type Omitted = { isRemovable: true } | { isOmittedEmpty: true }
type AnswerOf<Row> = Row extends { answer: infer Schema extends TSchema }
  ? Schema
  : Row extends { schema: infer Schema extends TSchema }
    ? Schema
    : never

type Creation = { [N in WithSchema<'schema'> as Rows[N]['wire']]: OptionalFor<Rows[N], Omittable, Rows[N]['schema']> }
type Update = { [N in WithSchema<'schema'> as Rows[N]['wire']]: TOptional<Nullable<Rows[N], Rows[N]['schema']>> }
type Answer = { [N in keyof Rows as Rows[N]['wire']]: Nullable<Rows[N], AnswerOf<Rows[N]>> }
type Metadata = { [N in WithSchema<'metadata'> as Rows[N]['wire']]: TOptional<Rows[N]['metadata']> }
type Information = {
  [N in WithSchema<'metadata'> as Rows[N]['wire']]: OptionalFor<Rows[N], Omitted, AnswerOf<Rows[N]>>
}

function propertiesOf(schemaOf: (row: ClientAttribute) => TSchema | undefined): TProperties {
  return Object.fromEntries(
    CLIENT_ATTRIBUTE_ROWS.flatMap(([, row]) => {
      const schema = schemaOf(row)
      return schema ? [[row.wire, schema]] : []
    }),
  )
}

const nullable = (row: ClientAttribute, schema: TSchema) => (row.isRemovable ? OrNull(schema) : schema)
const answerOf = (row: ClientAttribute) => row.answer ?? row.schema ?? Type.Unknown()

const logoUri = Type.Optional(
  Type.String({ ...Text(2_048), description: 'Fetched once, now; from then on the picture is served from here.' }),
)

export const ClientCreation = NamedStrict('ClientCreation', {
  ...(propertiesOf(
    (row) => row.schema && (row.isRemovable || row.default !== undefined ? Type.Optional(row.schema) : row.schema),
  ) as Creation),
  logo_uri: logoUri,
})

/** An attribute that is left out stays; `null` removes the encryption key or an address. */
export const ClientUpdate = NamedStrict('ClientUpdate', {
  ...(propertiesOf((row) => row.schema && Type.Optional(nullable(row, row.schema))) as Update),
  logo_uri: logoUri,
})

/** The attributes that a client may set itself (RFC 7591 §2), under the admin API's names. */
const metadataProperties = propertiesOf((row) => row.metadata && Type.Optional(row.metadata)) as Metadata

/** The same in the answer, where an empty attribute is left out. */
const informationProperties = propertiesOf(
  (row) => row.metadata && (row.isRemovable || row.isOmittedEmpty ? Type.Optional(answerOf(row)) : answerOf(row)),
) as Information

/** The values of a new registration, for the example. */
const informationDefaults = Object.fromEntries(
  CLIENT_ATTRIBUTE_ROWS.flatMap(([, { wire, metadata, default: initial, isOmittedEmpty }]) =>
    metadata && initial !== undefined && !isOmittedEmpty ? [[wire, initial]] : [],
  ),
)

/** A secret as the registry knows it: by its name and its times, never by its value. */
const ClientSecretSummary = Type.Object({
  secret_id: Uuid,
  created_at: Timestamp,
  expires_at: OrNull(Timestamp),
  last_used_at: OrNull(Timestamp, { description: 'Exact to about a minute.' }),
})

export const ClaimsNotice = Type.Optional(
  Type.String({ description: 'Only without claims_encryption_jwk: the cost for people, and the cure.' }),
)

const clientProperties = {
  client_id: Type.String(),
  logo: Type.String({ description: 'Where the logo is served.' }),
  ...(propertiesOf((row) => nullable(row, answerOf(row))) as Answer),
  claims_notice: ClaimsNotice,
  owner: OrNull(UserId, {
    description: 'The developer who registered it; null for an administrator, the app itself, or a deleted account.',
  }),
  disabled_at: OrNull(Timestamp, {
    description: 'Since when its requests are refused and its tokens rest; null: they are not.',
  }),
  managed_by_file: ManagedByFile,
  created_at: Timestamp,
  secrets: Type.Array(ClientSecretSummary),
}

/** A client as an administrator sees it. */
export const ClientResource = Named('Client', clientProperties)

/** The one answer that holds a secret: it is stored as a hash and never shown again. */
export const ClientWithSecret = Named('ClientWithSecret', {
  ...clientProperties,
  client_secret: OptionalText('Shown this once; absent for a client without a secret.'),
})

const Line = Text(2_048)

/** Members with a language tag after `#` (RFC 7591 §2.2). */
const patternProperties = { '^(client_name|policy_uri|tos_uri)#': Line }

/** RFC 7591 §2. Unknown members are ignored; the provider checks the values, each with its own error. */
export const ClientMetadata = Type.Object(
  {
    client_id: Type.Optional(Line),
    client_secret: Type.Optional(Line),
    client_name: Type.Optional(Line),
    response_types: Type.Optional(Type.Array(Line, { maxItems: 32 })),
    scope: Type.Optional(Line),
    ...metadataProperties,
    logo_uri: Type.Optional(Line),
  },
  {
    $id: 'ClientMetadata',
    patternProperties,
    examples: [{ client_name: 'Example App', redirect_uris: [EXAMPLE.redirect_uri], scope: EXAMPLE.scope }],
  },
)

/** A registration and its management token (RFC 7591 §3.2.1, RFC 7592 §3). */
export const ClientInformation = Type.Object(
  {
    client_id: Type.String(),
    client_id_issued_at: Type.Integer(),
    client_secret: OptionalText('Only when it is new: it is stored as a hash.'),
    client_secret_expires_at: Type.Optional(Type.Integer({ description: '0: it does not expire.' })),
    registration_access_token: Type.String(),
    registration_client_uri: Type.String(),
    client_name: Type.String(),
    response_types: Type.Array(Type.String()),
    scope: Type.String(),
    ...informationProperties,
    claims_notice: ClaimsNotice,
    notices: Type.Optional(
      Type.Array(Type.String(), { description: 'A sentence for each part of the request that was left out, and why.' }),
    ),
    logo_uri: Type.String({ description: 'Where the logo is served: the address that was given is not called again.' }),
  },
  {
    $id: 'ClientInformation',
    patternProperties,
    examples: [
      {
        ...informationDefaults,
        client_id: EXAMPLE.client_id,
        client_id_issued_at: 1_794_996_400,
        client_secret: EXAMPLE.client_secret,
        client_secret_expires_at: 0,
        registration_access_token: `cs_ra_${'0'.repeat(43)}`,
        registration_client_uri: `https://id.example/oauth/register/${EXAMPLE.client_id}`,
        client_name: 'Example App',
        redirect_uris: [EXAMPLE.redirect_uri],
        token_endpoint_auth_method: 'client_secret_basic',
        response_types: ['code'],
        scope: EXAMPLE.scope,
        logo_uri: `https://id.example/oauth/clients/${EXAMPLE.client_id}/logo`,
        id_token_signed_response_alg: 'ES256',
      },
    ],
  },
)

export type ClientCreation = Static<typeof ClientCreation>
export type ClientUpdate = Static<typeof ClientUpdate>
export type ClientResource = Static<typeof ClientResource>
export type ClientWithSecret = Static<typeof ClientWithSecret>
export type ClientMetadata = Static<typeof ClientMetadata>
export type ClientInformation = Static<typeof ClientInformation>
