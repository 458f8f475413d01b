import { UNLOCK_RECORD, VAULT_COMMIT, VAULT_HEAD, VAULT_SNAPSHOT } from '@countersign/vault/forms'
import { type Static, Type } from 'typebox'
import { Base64url } from './primitives.ts'
import { listSchemaOf, propertiesOf, schemaOf } from './record-schemas.ts'

/** The largest body that changes a vault, as JSON. */
export const VAULT_BODY_BYTES = 1_048_576

const strict = { additionalProperties: false } as const
const { vault_id, head } = propertiesOf(VAULT_SNAPSHOT)

/** `GET /api/vault/` */
export const VaultReadResponse = schemaOf(VAULT_SNAPSHOT)

/** `POST /api/vault/commits/`, with `If-Match`. */
export const VaultCommitRequest = schemaOf(VAULT_COMMIT)

export const VaultCommitResponse = Type.Object({ gen: propertiesOf(VAULT_HEAD).gen }, { $id: 'VaultCommitResponse' })

/** What the server keeps of a recovery key: an identifier, and the hash of the half that proves it. */
export const NewRecoveryKey = Type.Object({ rec_id: Base64url(22, 22), auth_sha256: Base64url(43, 43) }, strict)

/** What a sign-up stores: the first head and the unlock records of its first method and of the recovery key. */
export const NewVault = Type.Object(
  {
    vault_id,
    head,
    unlock: listSchemaOf(UNLOCK_RECORD, { minItems: 2, maxItems: 2 }),
    recovery: NewRecoveryKey,
  },
  strict,
)

export type NewRecoveryKey = Static<typeof NewRecoveryKey>
export type VaultCommitResponse = Static<typeof VaultCommitResponse>
export type NewVault = Static<typeof NewVault>
