import { type Static, Type } from 'typebox'
import { UserId } from './primitives.ts'

/** On internal calls that decide something: the network of the person whom core calls for, for the audit trail. */
export const PERSON_NETWORK_HEADER = 'x-person-network'

/** The /24 or /48 of an address: a provider or a town, no household. */
export const PersonNetwork = Type.String({ pattern: '^[0-9a-f.:]{3,43}/[0-9]{1,3}$' })

/** `POST /api/auth/internal/people/erase/`: whose account has ended. */
export const PersonErasure = Type.Object({ user_id: UserId }, { additionalProperties: false })

export const PersonErased = Type.Object({ erased: Type.Literal(true) }, { $id: 'PersonErased' })

export type PersonErased = Static<typeof PersonErased>
