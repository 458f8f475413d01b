import { type Static, Type } from 'typebox'
import { UserId } from './primitives.ts'

/** `POST /api/auth/internal/people/erase/`: whose account has ended. */
export const PersonErasure = Type.Object({ user_id: UserId }, { additionalProperties: false })

export const PersonErased = Type.Object({ erased: Type.Literal(true) }, { $id: 'PersonErased' })

export type PersonErased = Static<typeof PersonErased>
