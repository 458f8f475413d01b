import {
  type TLiteral,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnion,
  Type,
} from 'typebox'
import { VISIBLE_LINE } from './visible-text.ts'

/** An object without other members. */
export const Strict = <Properties extends TProperties>(properties: Properties, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** An object with a name in the OpenAPI documents. */
export const Named = <Properties extends TProperties>($id: string, properties: Properties) =>
  Type.Object(properties, { $id })

export const NamedStrict = <Properties extends TProperties>($id: string, properties: Properties) =>
  Strict(properties, { $id })

type Literals<Values extends readonly string[]> = { -readonly [Index in keyof Values]: TLiteral<Values[Index]> }

/** One of some words. */
export const OneOf = <const Values extends readonly string[]>(values: Values, options: TSchemaOptions = {}) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  ) as unknown as TUnion<Literals<Values>>

/** Any UUID in its textual form (RFC 9562 §4); the stores answer with the lower-case one. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  description: 'a UUID',
})

export const Timestamp = Type.String({ format: 'date-time', description: 'an ISO 8601 timestamp in UTC' })

/** Unpadded base64url (RFC 4648 §5) of up to `maxLength` characters. */
export const Base64url = (maxLength: number, minLength = 1, { description = 'unpadded base64url' } = {}) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]*$', minLength, maxLength, description })

/** A compact JWS (RFC 7515 §7.1). */
export const CompactJws = Type.String({
  pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
  maxLength: 262_144,
  description: 'a signed JWT',
})

/** A compact JWE (RFC 7516 §7.1). */
export const CompactJwe = Type.String({
  pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){4}$',
  maxLength: 262_144,
  description: 'an encrypted JSON object',
})

/** One scope token (RFC 6749 §3.3). */
export const ScopeToken = Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$', maxLength: 64 })

/** A client_id (RFC 6749 Appendix A.1), without the space. */
export const ClientId = Type.String({ pattern: '^[!-~]{1,128}$', description: 'the identifier of an app' })

/** Text that can be stored unchanged: without NUL or lone surrogates. */
export const Text = (maxLength: number, minLength = 0) =>
  Type.String({ pattern: '^[^\\u0000\\uD800-\\uDFFF]*$', minLength, maxLength })

/** Text that one party writes and another reads. */
export const OneLine = (maxLength: number, minLength = 0) =>
  Type.String({ pattern: VISIBLE_LINE, minLength, maxLength })

export const OrNull = <Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** Left out for what can be changed here. */
export const ManagedByFile = Type.Optional(
  Type.Literal(true, { description: 'The apps file (`APPS_FILE`) holds it: it can be changed there alone.' }),
)

export const OptionalText = (description: string) => Type.Optional(Type.String({ description }))

export const UserId = Type.String({ pattern: '^[!-~]{1,64}$', description: 'the identifier of a person' })
