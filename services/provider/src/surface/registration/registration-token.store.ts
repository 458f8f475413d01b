import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'
import { tellOfClientChange } from '../../ground/changes.store.ts'
import { hasRow, readRow, readRows } from '../../ground/rows.ts'

export type InitialAccessTokenRecord = {
  readonly tokenId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly remainingUses: number | undefined
}

const RECORD = sqlText`
  token_id as "tokenId", created_at as "createdAt", expires_at as "expiresAt", remaining_uses as "remainingUses"`

type HashedToken = {
  readonly tokenHash: Buffer
  readonly lifetimeSeconds: number
  readonly uses: number | undefined
}

export async function insertInitialAccessToken(sql: Sql, token: HashedToken): Promise<InitialAccessTokenRecord> {
  const [record] = await sql<InitialAccessTokenRecord>`
    insert into provider.initial_access_tokens (token_hash, remaining_uses, expires_at)
    values (${token.tokenHash}, ${token.uses ?? null}, now() + make_interval(secs => ${token.lifetimeSeconds}))
    returning ${RECORD}`
  if (!record) throw new Error('The token was not stored.')
  return readRow(record)
}

/** The tokens that can still register an app, the oldest first. */
export async function listInitialAccessTokens(sql: Sql): Promise<InitialAccessTokenRecord[]> {
  return readRows(sql<InitialAccessTokenRecord>`
    select ${RECORD} from provider.initial_access_tokens
     where expires_at > now() and (remaining_uses is null or remaining_uses > 0)
     order by created_at, token_id limit 1000`)
}

export async function deleteInitialAccessToken(sql: Sql, tokenId: string): Promise<boolean> {
  // Compared as text, so that a name that is no UUID is merely unknown.
  return hasRow(sql`
    delete from provider.initial_access_tokens where token_id::text = ${tokenId.toLowerCase()} returning token_id`)
}

/** Whether the token could register an app now; uses nothing up. */
export async function isInitialAccessToken(sql: Sql, tokenHash: Buffer): Promise<boolean> {
  return hasRow(sql`
    select 1 from provider.initial_access_tokens
     where token_hash = ${tokenHash} and expires_at > now() and (remaining_uses is null or remaining_uses > 0)`)
}

/** Uses the token up by one. One statement, and the row is locked by it: of several at once, no more succeed than it has uses. */
export async function consumeInitialAccessToken(sql: Transaction, tokenHash: Buffer): Promise<boolean> {
  return hasRow(sql`
    update provider.initial_access_tokens set remaining_uses = remaining_uses - 1
     where token_hash = ${tokenHash} and expires_at > now() and (remaining_uses is null or remaining_uses > 0)
    returning token_id`)
}

/** Lets the holder of a token read and change a registration (RFC 7592 §3). */
export async function setRegistrationAccessToken(sql: Transaction, clientId: string, tokenHash: Buffer): Promise<void> {
  await sql`update provider.clients set registration_access_token_hash = ${tokenHash} where client_id = ${clientId}`
  await tellOfClientChange(sql, clientId)
}

export async function isRegistrationAccessToken(sql: Sql, clientId: string, tokenHash: Buffer): Promise<boolean> {
  return hasRow(sql`
    select 1 from provider.clients where client_id = ${clientId} and registration_access_token_hash = ${tokenHash}`)
}
