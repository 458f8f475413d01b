import { type Static, Type } from 'typebox'
import { Timestamp } from './primitives.ts'

/** How long an app may come back, where the person said so: not at all, or until then. */
export const GrantTerms = Type.Union([
  Type.Object(
    { once: Type.Literal(true, { description: 'The app gets no refresh token.' }) },
    { additionalProperties: false },
  ),
  Type.Object(
    { ends_at: Type.String({ ...Timestamp, description: 'No token of the grant outlives it.' }) },
    { additionalProperties: false },
  ),
])

export type GrantTerms = Static<typeof GrantTerms>
