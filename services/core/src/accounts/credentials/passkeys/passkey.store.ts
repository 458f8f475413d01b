import { randomUUID } from 'node:crypto'
import { ServiceError } from '@countersign/service/errors'
import type { Sql, Transaction } from '@countersign/service/sql'

export type VerifiedPasskey = {
  readonly credentialId: string
  /** In COSE form (RFC 9052 §7). */
  readonly publicKey: Buffer
  readonly signCount: number
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly transports: readonly string[]
}

export type Passkey = VerifiedPasskey & { readonly userId: string; readonly unlockId: string }

/**
 * Stores a passkey. The primary key of its owner decides, so one credential can never become two people's.
 * @throws `invalid_passkey` if an account has it already
 */
export async function insertPasskey(sql: Transaction, passkey: Passkey): Promise<void> {
  const owned = await sql`
    insert into core.passkey_owners (credential_id, user_id) values (${passkey.credentialId}, ${passkey.userId})
    on conflict (credential_id) do nothing
    returning 1`
  if (owned.length === 0) {
    throw new ServiceError('invalid_passkey', 'This passkey belongs to an account already. Make a new one.')
  }
  await sql`
    insert into core.passkeys
           (user_id, credential_id, unlock_id, public_key, sign_count, is_backup_eligible, is_backed_up, transports)
    values (${passkey.userId}, ${passkey.credentialId}, ${passkey.unlockId}, ${passkey.publicKey}, ${passkey.signCount},
            ${passkey.isBackupEligible}, ${passkey.isBackedUp}, ${passkey.transports})`
}

type PasskeyKey = Pick<Passkey, 'userId' | 'credentialId'>

export async function findPasskey(sql: Sql, { userId, credentialId }: PasskeyKey): Promise<Passkey | undefined> {
  const [row] = await sql<Omit<Passkey, 'signCount'> & { readonly signCount: string }>`
    select credential_id as "credentialId", user_id as "userId", unlock_id as "unlockId", public_key as "publicKey",
           sign_count as "signCount", is_backup_eligible as "isBackupEligible", is_backed_up as "isBackedUp", transports
      from core.passkeys where user_id = ${userId} and credential_id = ${credentialId}`
  return row && { ...row, signCount: Number(row.signCount) }
}

export type KnownPasskey = Pick<Passkey, 'credentialId' | 'transports'>

export async function listPasskeys(sql: Sql, userId: string): Promise<KnownPasskey[]> {
  return sql<KnownPasskey>`
    select credential_id as "credentialId", transports
      from core.passkeys where user_id = ${userId} order by created_at, credential_id`
}

type PasskeyUse = PasskeyKey & Pick<Passkey, 'signCount' | 'isBackedUp'>

/**
 * Records a use of a passkey; false if its counter did not increase, which signals a clone (WebAuthn Level 3 §6.1.1).
 * Synced passkeys count per device, so theirs is ignored. One statement: of two uses with one count, only one passes.
 */
export async function notePasskeyUse(sql: Sql, use: PasskeyUse): Promise<boolean> {
  const rows = await sql`
    update core.passkeys set sign_count = ${use.signCount}, is_backed_up = ${use.isBackedUp}
     where user_id = ${use.userId} and credential_id = ${use.credentialId}
       and (is_backup_eligible or sign_count < ${use.signCount}::bigint
            or (sign_count = 0 and ${use.signCount}::bigint = 0))
    returning credential_id`
  return rows.length === 1
}

/** Binds a user's passkey to another unlock record. Returns whether the user has it. */
export async function movePasskey(
  sql: Transaction,
  { userId, credentialId, unlockId }: PasskeyKey & Pick<Passkey, 'unlockId'>,
): Promise<boolean> {
  const rows = await sql`
    update core.passkeys set unlock_id = ${unlockId}
     where user_id = ${userId} and credential_id = ${credentialId}
    returning credential_id`
  return rows.length === 1
}

type ChallengePurpose = 'sign_up' | 'sign_in' | 'add'

type NewChallenge = {
  readonly purpose: ChallengePurpose
  /** Undefined for a sign-in: any passkey may answer. */
  readonly userId: string | undefined
  /** The act that a step-up confirms; undefined for a sign-in. */
  readonly intent?: string | undefined
  readonly challengeHash: Buffer
  readonly lifetimeSeconds: number
}

export async function insertChallenge(sql: Sql, challenge: NewChallenge): Promise<string> {
  const { purpose, userId, intent, challengeHash, lifetimeSeconds } = challenge
  const challengeId = randomUUID()
  await sql`
    insert into core.passkey_challenges (challenge_id, purpose, user_id, intent, challenge_sha256, expires_at)
    values (${challengeId}, ${purpose}, ${userId ?? null}, ${intent ?? null}, ${challengeHash},
            now() + ${lifetimeSeconds}::int * interval '1 second')`
  return challengeId
}

type Challenge = Pick<NewChallenge, 'userId' | 'challengeHash'> & { readonly intent: string | undefined }

/** Deletes and returns a challenge before it is used. One statement, so it is never answered twice. */
export async function takeChallenge(
  sql: Sql,
  challengeId: string,
  purpose: ChallengePurpose,
): Promise<Challenge | undefined> {
  const [row] = await sql<{ user_id: string | null; intent: string | null; challenge_sha256: Buffer }>`
    delete from core.passkey_challenges
     where challenge_id = ${challengeId} and purpose = ${purpose} and expires_at > now()
    returning user_id, intent, challenge_sha256`
  if (!row) return undefined
  return { userId: row.user_id ?? undefined, intent: row.intent ?? undefined, challengeHash: row.challenge_sha256 }
}
