import type { Sql } from '@countersign/service/sql'
import { findRow, hasRow } from '../../ground/rows.ts'
import { OPENED_STAYS_SECONDS, UNOPENED_STAYS_SECONDS } from '../requests/request.store.ts'
import type { KeyedToken } from '../tokens/keyed-token.ts'

/** Added when a poll comes too soon (RFC 8628 §3.5). */
export const SLOWER_BY_SECONDS = 5

/** Tolerates network jitter: the device counts from sending its poll. */
const GRACE_SECONDS = 1

type NewUserCode = {
  readonly userCodeDigest: Buffer
  readonly authRequestId: string
  readonly lifetimeSeconds: number
}

/** Answers false if another request has the code. Kept an hour past its expiry, to say so. */
export async function insertUserCode(sql: Sql, code: NewUserCode): Promise<boolean> {
  return hasRow(sql`
    insert into provider.user_codes (user_code_digest, auth_request_id, leaves_at)
    values (${code.userCodeDigest}, ${code.authRequestId},
            now() + make_interval(secs => ${code.lifetimeSeconds + UNOPENED_STAYS_SECONDS}))
        on conflict (user_code_digest) do nothing
    returning 1`)
}

export async function findUserCode(sql: Sql, userCodeDigest: Buffer) {
  return findRow(sql<{ readonly authRequestId: string; readonly createdAt: Date }>`
    select auth_request_id as "authRequestId", created_at as "createdAt"
      from provider.user_codes where user_code_digest = ${userCodeDigest}`)
}

type NewDeviceRequest = {
  readonly authRequestId: string
  readonly deviceCodeHash: Buffer
  readonly publicKey: Buffer
  readonly intervalSeconds: number
  readonly lifetimeSeconds: number
}

/** Inserted before its authorization request, without which it cannot be found. */
export async function insertDeviceRequest(sql: Sql, request: NewDeviceRequest): Promise<void> {
  await sql`
    insert into provider.device_requests (auth_request_id, device_code_hash, public_key, interval_seconds, leaves_at)
    values (${request.authRequestId}, ${request.deviceCodeHash}, ${request.publicKey}, ${request.intervalSeconds},
            now() + make_interval(secs => ${request.lifetimeSeconds + OPENED_STAYS_SECONDS}))`
}

export async function findDeviceKey(sql: Sql, authRequestId: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ public_key: Buffer }>`
    select public_key from provider.device_requests where auth_request_id = ${authRequestId}`
  return row?.public_key
}

/** A repeated approval stores the same code. */
export async function storeCodeForDevice(sql: Sql, authRequestId: string, sealedCode: Buffer): Promise<void> {
  await sql`update provider.device_requests set sealed_code = ${sealedCode} where auth_request_id = ${authRequestId}`
}

export type Poll = {
  readonly outcome: 'approved' | 'denied' | 'expired' | 'pending' | 'too_soon' | 'other_client'
  readonly sealedCode: Buffer | undefined
}

/** Undefined for an unknown device code. Locks the row first, so that of two concurrent polls one is too soon. */
export async function pollDeviceRequest(sql: Sql, { grantId, tokenHash }: KeyedToken, clientId: string) {
  return findRow(sql<Poll>`
    with device as (
      select interval_seconds, polled_at, sealed_code
        from provider.device_requests where auth_request_id = ${grantId} and device_code_hash = ${tokenHash} for update
    ), decision as (
      select d.*, extract(epoch from r.expires_at - r.created_at)::int as longest_interval,
             case when r.client_id <> ${clientId} then 'other_client'
                       when r.status = 'denied' then 'denied'
                       when r.status = 'approved' and d.sealed_code is not null
                       then case when r.code_used_at is null and r.code_expires_at <= now()
                                 then 'expired' else 'approved' end
                       when r.expires_at <= now() then 'expired'
                       when d.polled_at > now() - make_interval(secs => d.interval_seconds - ${GRACE_SECONDS}::int)
                       then 'too_soon'
                       else 'pending' end as outcome
        from device d join provider.authorization_requests r on r.auth_request_id = ${grantId}
    ), polled as (
      update provider.device_requests p
         set polled_at = now(),
             interval_seconds = case when d.outcome <> 'too_soon' then p.interval_seconds
                                     else least(p.interval_seconds + ${SLOWER_BY_SECONDS}::int, d.longest_interval) end
        from decision d
       where p.auth_request_id = ${grantId} and d.outcome in ('pending', 'too_soon')
    )
    select outcome, sealed_code as "sealedCode" from decision`)
}
