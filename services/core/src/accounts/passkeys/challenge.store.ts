import { randomUUID } from 'node:crypto'
import type { Sql } from '@countersign/service/sql'

export type ChallengePurpose = 'sign_up' | 'sign_in' | 'add'

type NewChallenge = {
  readonly purpose: ChallengePurpose
  /** Whose passkey it is for, where that is known. */
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

export type Challenge = {
  readonly userId: string | undefined
  readonly intent: string | undefined
  readonly challengeHash: Buffer
}

/** Takes a challenge away before it is used. One statement deletes and returns, so it is never answered twice. */
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
