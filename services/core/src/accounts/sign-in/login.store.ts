import type { Sql, Transaction } from '@countersign/service/sql'
import type { ThrottleKey } from '../credentials/throttling/password-throttle.store.ts'
import { bucketOf, newLoginId } from '../records/identifiers.ts'

/** The password that a sign-in began with: one that was changed meanwhile must not be taken for its successor. */
export type LoginMethod = {
  readonly userId: string
  readonly unlockId: string
  readonly needsNewRecord: boolean
}

/** An unfinished sign-in. Without a method, its login name has no account. */
export type Login = {
  readonly method: LoginMethod | undefined
  /** The act that a step-up confirms; undefined for a sign-in. */
  readonly intent: string | undefined
  readonly sealedState: Buffer
  /** Key under which the attempt was counted. */
  readonly throttleKey: ThrottleKey
}

/** A sign-in that begins, by the newest identifier of its name, whether that is the one it is counted under or not. */
type NewLogin = Login & { readonly newestIdentifier: string }
type LoginRules = { readonly lifetimeSeconds: number; readonly maximumOpen: number }

/** Keeps a sign-in for its second message. Of too many open ones under one throttle key, the oldest are deleted. */
export async function insertLogin(
  sql: Sql,
  { newestIdentifier, method, intent, sealedState, throttleKey }: NewLogin,
  { lifetimeSeconds, maximumOpen }: LoginRules,
): Promise<string> {
  const loginId = newLoginId(newestIdentifier)
  const bucket = bucketOf(loginId)
  const { credentialIdentifier, device } = throttleKey
  await sql`
    with crowded_out as (
      delete from core.logins where bucket = ${bucket} and login_id in (
        select login_id from core.logins
         where bucket = ${bucket} and credential_identifier = ${credentialIdentifier} and device = ${device}
         order by expires_at desc offset ${maximumOpen - 1}::int)
    )
    insert into core.logins
           (bucket, login_id, user_id, unlock_id, needs_new_record, intent, sealed_state, credential_identifier, device,
            expires_at)
    values (${bucket}, ${loginId}, ${method?.userId ?? null}, ${method?.unlockId ?? null},
            ${method?.needsNewRecord ?? false}, ${intent ?? null}, ${sealedState}, ${credentialIdentifier}, ${device},
            now() + ${lifetimeSeconds}::int * interval '1 second')`
  return loginId
}

type LoginRow = ThrottleKey &
  Pick<Login, 'sealedState'> & {
    readonly userId: string | null
    readonly unlockId: string | null
    readonly needsNewRecord: boolean
    readonly intent: string | null
  }

/** Takes a sign-in away before it is tried. One statement deletes and returns, so its state is never used twice. */
export async function takeLogin(sql: Sql, loginId: string): Promise<Login | undefined> {
  const [row] = await sql<LoginRow>`
    delete from core.logins
     where bucket = ${bucketOf(loginId)} and login_id = ${loginId} and expires_at > now()
    returning user_id as "userId", unlock_id as "unlockId", needs_new_record as "needsNewRecord", intent,
              sealed_state as "sealedState", credential_identifier as "credentialIdentifier", device`
  if (!row) return undefined
  const { userId, unlockId, needsNewRecord, intent, sealedState, ...throttleKey } = row
  const method = userId === null || unlockId === null ? undefined : { userId, unlockId, needsNewRecord }
  return { method, intent: intent ?? undefined, sealedState, throttleKey }
}

/** Deletes the unfinished sign-ins of a person: they began under a password that may be gone. */
export async function deleteLogins(sql: Transaction, userId: string): Promise<void> {
  await sql`delete from core.logins where user_id = ${userId}`
}
