import type { Static } from 'typebox'
import { Type } from 'typebox'
import { Named, NamedStrict, Text } from './primitives.ts'

/** A status list, whole, for a device that holds a credential of its issuer. */
export const StatusListRequest = NamedStrict('StatusListRequest', {
  uri: Type.String({
    ...Text(1_000, 1),
    description: 'As the credential names it; its origin is one of CREDENTIAL_ISSUERS.',
  }),
})

export const StatusListAnswer = Named('StatusListAnswer', {
  token: Type.String({ description: 'The status list token, a JWT. Core verifies no signature: the device does.' }),
})

export type StatusListRequest = Static<typeof StatusListRequest>
export type StatusListAnswer = Static<typeof StatusListAnswer>
