import { type Static, Type } from 'typebox'
import { Base64url, Text, Uuid } from './primitives.ts'

/** Bounds of a vault: what the server refuses to store beyond. Bytes are of the padded plaintext. */
export const VAULT_LIMITS = {
  maxItemBytes: 65_536,
  maxHeadBytes: 262_144,
  maxItems: 500,
  maxUnlockRecords: 20,
  maxActivityBytes: 4_096,
  maxCommittedActivity: 20,
  maxBodyBytes: 1_048_576,
} as const

const strict = { additionalProperties: false } as const
const Suite = Type.Literal(1)
const Layout = Type.Literal(1)
const Nonce = Base64url(16, 16)
const Key32 = Base64url(43, 43)
const WrappedKey = Base64url(64, 64)
const TAG_BYTES = 16
const Ciphertext = (plaintextBytes: number) => Base64url(Math.ceil(((plaintextBytes + TAG_BYTES) * 4) / 3))
const Generation = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** 16 random bytes that the client chose. */
export const VaultId = Base64url(22, 22)

/** The account key, wrapped under one unlock method. The server stores it and can open none of it. */
export const UnlockRecord = Type.Object(
  {
    v: Layout,
    s: Suite,
    id: Uuid,
    type: Type.Union([Type.Literal('opaque'), Type.Literal('prf'), Type.Literal('recovery')]),
    vault_id: VaultId,
    ak_gen: Generation,
    bind: Text(1_024),
    salt: Key32,
    com: Key32,
    n: Nonce,
    ct: WrappedKey,
  },
  { ...strict, $id: 'UnlockRecord' },
)

/** One encrypted item, its content key wrapped under the account key. */
export const VaultItem = Type.Object(
  {
    v: Layout,
    s: Suite,
    id: Uuid,
    rev: Generation,
    ak_gen: Generation,
    wk: Type.Object({ n: Nonce, ct: WrappedKey }, strict),
    n: Nonce,
    ct: Ciphertext(VAULT_LIMITS.maxItemBytes),
  },
  { ...strict, $id: 'VaultItem' },
)

/** The encrypted list of everything the vault holds: what makes a vault one commit, not a bag of rows. */
export const VaultHead = Type.Object(
  { v: Layout, s: Suite, gen: Generation, ak_gen: Generation, n: Nonce, ct: Ciphertext(VAULT_LIMITS.maxHeadBytes) },
  { ...strict, $id: 'VaultHead' },
)

/** One encrypted entry of the person's own log, chained to the one before by its hash: `prev` of the first is empty. */
export const ActivityEntry = Type.Object(
  {
    v: Layout,
    s: Suite,
    seq: Generation,
    ak_gen: Generation,
    prev: Base64url(43, 0),
    n: Nonce,
    ct: Ciphertext(VAULT_LIMITS.maxActivityBytes),
  },
  { ...strict, $id: 'ActivityEntry' },
)

/** `GET /api/vault/` */
export const VaultSnapshot = Type.Object(
  {
    vault_id: VaultId,
    head: VaultHead,
    items: Type.Array(VaultItem),
    unlock: Type.Array(UnlockRecord),
  },
  { $id: 'VaultSnapshot' },
)

/** `POST /api/vault/commits/`, with `If-Match`. */
export const VaultCommitRequest = Type.Object(
  {
    head: VaultHead,
    put: Type.Array(VaultItem, { maxItems: VAULT_LIMITS.maxItems }),
    delete: Type.Array(Uuid, { maxItems: VAULT_LIMITS.maxItems }),
    activity: Type.Array(ActivityEntry, { maxItems: VAULT_LIMITS.maxCommittedActivity }),
  },
  strict,
)

export const VaultCommitResponse = Type.Object({ gen: Generation }, { $id: 'VaultCommitResponse' })

/** What the server keeps of a recovery key: an identifier, and the hash of the half that proves it. */
export const NewRecoveryKey = Type.Object({ rec_id: Base64url(22, 22), auth_sha256: Key32 }, strict)

/** What a sign-up stores: the first head and the unlock records of its first method and of the recovery key. */
export const NewVault = Type.Object(
  {
    vault_id: VaultId,
    head: VaultHead,
    unlock: Type.Array(UnlockRecord, { minItems: 2, maxItems: 2 }),
    recovery: NewRecoveryKey,
  },
  strict,
)

export type UnlockRecord = Static<typeof UnlockRecord>
export type VaultItem = Static<typeof VaultItem>
export type VaultHead = Static<typeof VaultHead>
export type ActivityEntry = Static<typeof ActivityEntry>
export type NewRecoveryKey = Static<typeof NewRecoveryKey>
export type VaultSnapshot = Static<typeof VaultSnapshot>
export type VaultCommitRequest = Static<typeof VaultCommitRequest>
export type VaultCommitResponse = Static<typeof VaultCommitResponse>
export type NewVault = Static<typeof NewVault>
