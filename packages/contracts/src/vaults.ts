import { LIMITS, SEALED_ITEM, UNLOCK_RECORD, VAULT_CHANGES, VAULT_COMMIT, VAULT_HEAD } from '@countersign/vault/forms'
import { type Static, Type } from 'typebox'
import { Base64url, Named, NamedStrict, Strict, Uuid } from './primitives.ts'
import { listSchemaOf, propertiesOf } from './record-schemas.ts'

/** The largest body that changes a vault, as JSON. */
export const VAULT_BODY_BYTES = 1_048_576

const { since, removed, ...whole } = propertiesOf(VAULT_CHANGES)
const { vault_id, head } = whole

/** `GET /api/vault/`, with `If-None-Match`. */
export const VaultQuery = Strict({
  since: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'The generation that the device has.' }),
  ),
})

/** The whole vault, or with `since` the changes after that generation. */
export const VaultReadResponse = Named('VaultReadResponse', {
  ...whole,
  /** The items are those that were written after this generation. */
  since: Type.Optional(since),
  /** Items that were removed after it. */
  removed: Type.Optional(removed),
})

/**
 * `POST /api/vault/staging/` and `POST /api/vault/rotate/staging/`: items of a commit or of a rotation that is larger than
 * a body, sent ahead in parts. The device chooses the identifier; a new one ends the staging that was open.
 */
export const ItemStagingRequest = NamedStrict('ItemStagingRequest', {
  staging_id: Uuid,
  items: listSchemaOf(SEALED_ITEM, { minItems: 1, maxItems: LIMITS.items }),
})
export const ItemStagingResponse = Named('ItemStagingResponse', {
  items: Type.Integer({ description: 'How many are staged by now.' }),
})

/** The exact number of staged items for a write without items of its own. */
export const StagedItems = Strict({ staging_id: Uuid, count: Type.Integer({ minimum: 1, maximum: LIMITS.items }) })

/** `POST /api/vault/commits/`, with `If-Match`. */
export const VaultCommitRequest = NamedStrict('VaultCommitRequest', {
  ...propertiesOf(VAULT_COMMIT),
  staged: Type.Optional(StagedItems),
})

export const VaultCommitResponse = Named('VaultCommitResponse', { gen: propertiesOf(VAULT_HEAD).gen })

/** The server's part of a recovery key: its identifier, and the hash of its proving half. */
export const NewRecoveryKey = Strict({ rec_id: Base64url(22, 22), auth_sha256: Base64url(43, 43) })

/** A new vault: the first head, and unlock records of the first method and the recovery key. */
export const NewVault = Strict({
  vault_id,
  head,
  unlock: listSchemaOf(UNLOCK_RECORD, { minItems: 2, maxItems: 2 }),
  recovery: NewRecoveryKey,
})

export type VaultReadResponse = Static<typeof VaultReadResponse>
export type ItemStagingRequest = Static<typeof ItemStagingRequest>
export type StagedItems = Static<typeof StagedItems>
export type VaultCommitRequest = Static<typeof VaultCommitRequest>
export type NewRecoveryKey = Static<typeof NewRecoveryKey>
export type NewVault = Static<typeof NewVault>
