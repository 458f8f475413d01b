import type { Sql, SqlPool } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import { accessTokenMask, leavesAfter, refreshTokenKey, type TokenChange } from './token.store.ts'

export type CodeExchange = TokenChange & {
  readonly redirectUri: string
  /** From the verifier; must equal the code's challenge, or both are undefined. */
  readonly codeChallenge: string | undefined
  /** For a grant that ends at once: the user's other grants to the app keep their end. */
  readonly leavesOthers?: boolean | undefined
}

export type ExchangedCode = {
  /** `ends_others`: nothing changed, because other grants of the user must be shortened first. */
  readonly outcome:
    | 'exchanged'
    | 'ends_others'
    | 'unknown'
    | 'other_client'
    | 'other_redirect_uri'
    | 'wrong_verifier'
    | 'wrong_key'
    | 'used'
    | 'expired'
    | 'data_token_expired'
    | 'suspended'
  readonly userId: string
  readonly sessionId: string | undefined
  readonly approvedScopes: readonly string[]
  readonly nonce: string | undefined
  readonly sealedDataToken: Buffer | undefined
  readonly once: boolean
  readonly accessTokenLifetimeSeconds: number
  /** For `ends_others`: the end that the user chose, for `once` the access token's expiry; in the database's microseconds. */
  readonly endsAt: string | undefined
  readonly decidedAt: string | undefined
}

/** An end that the user chose also ends their earlier grants to the app: those first, so that the app can retry. */
export async function redeemCode(sql: SqlPool, exchange: CodeExchange): Promise<ExchangedCode> {
  const exchanged = await exchangeCodeForGrant(sql, exchange, { endedOthers: exchange.leavesOthers === true })
  if (exchanged.outcome !== 'ends_others') return exchanged
  await endEarlierGrants(sql, exchange, exchanged)
  return exchangeCodeForGrant(sql, exchange, { endedOthers: true })
}

/** Whether the user's other grants to the app were shortened before. */
type Attempt = { readonly endedOthers: boolean }

/**
 * Decided under the lock of the code's row: one of many exchanges finds it unused. A wrong guess never spends it. The
 * database's function is one call, which a cluster passes on to the machine of the flow (ADR 77).
 */
async function exchangeCodeForGrant(sql: Sql, exchange: CodeExchange, { endedOthers }: Attempt) {
  const { grantId, tokenHash: codeHash } = exchange.presented
  const exchanged = await findRow(sql<ExchangedCode>`
    select outcome, user_id as "userId", session_id as "sessionId", approved_scopes as "approvedScopes", nonce,
           sealed_data_token as "sealedDataToken", once,
           access_token_lifetime_seconds as "accessTokenLifetimeSeconds", ends_at as "endsAt", decided_at as "decidedAt"
      from provider.exchange_code(
             flow => ${grantId}, presented => ${codeHash}, asking_client => ${exchange.clientId},
             asked_redirect_uri => ${exchange.redirectUri}, answered_challenge => ${exchange.codeChallenge ?? null},
             proof_key => ${exchange.jkt ?? null}, ended_others => ${endedOthers},
             new_refresh_token => ${exchange.refreshTokenHash}, new_access_token => ${exchange.accessTokenHash},
             new_refresh_token_key => ${refreshTokenKey(exchange)}, access_token_scopes => ${exchange.scopes ?? null},
             new_audience => ${exchange.audience ?? null}, keeps_claims => ${exchange.maskChanges !== undefined},
             refresh_token_mask_change => ${exchange.maskChanges?.toRefreshToken ?? null},
             access_token_mask_change => ${accessTokenMask(exchange) ?? null},
             access_token_seconds => ${exchange.accessTokenLifetimeSeconds},
             refresh_token_seconds => ${exchange.refreshTokenLifetimeSeconds},
             grant_seconds => ${exchange.grantLifetimeSeconds}, leaves_after_seconds => ${leavesAfter(exchange)})`)
  if (!exchanged) throw new Error('exchange_code answered no row.')
  return exchanged
}

/**
 * Shortens a user's other codes and grants. Codes come first: that statement waits for exchanges under way, and the
 * next one sees their grants; repeated until no grant is left, because of quick approvals. Requests and grants are
 * never locked together (ADR 76). `decidedAt` because a cluster takes no clock in a write to all machines.
 */
async function endEarlierGrants(
  sql: SqlPool,
  { presented: { grantId }, clientId }: CodeExchange,
  { userId, once, endsAt, decidedAt }: ExchangedCode,
): Promise<void> {
  const end = endsAt ?? null
  let shortened: readonly unknown[]
  do {
    await sql`
      update provider.authorization_requests set grant_ends_at = ${end}::timestamptz
       where user_id = ${userId} and client_id = ${clientId} and code_hash is not null and code_used_at is null
         and auth_request_id <> ${grantId} and code_expires_at > ${decidedAt ?? null}::timestamptz
         and (grant_ends_at is null or grant_ends_at > ${end}::timestamptz)`
    shortened = await sql`
      update provider.grants set ends_at = least(ends_at, ${end}::timestamptz), once = once or ${once}::boolean
       where user_id = ${userId} and client_id = ${clientId} and revoked_at is null
         and (ends_at is null or ends_at > ${end}::timestamptz or (${once}::boolean and not once))
      returning 1`
  } while (shortened.length > 0)
}
