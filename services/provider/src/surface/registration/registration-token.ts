import { OAuthError } from '@countersign/service/errors'
import { findCredentials } from '@countersign/service/http'
import { isSecret, newSecret, type SecretPrefix, sha256 } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { type InitialAccessTokenRecord, insertInitialAccessToken } from './registration-token.store.ts'

/**
 * Reads a bearer token (RFC 6750 §2.1) of the expected form.
 * @throws the answer to a missing or malformed token (RFC 6750 §3.1)
 */
export function readBearer(authorization: string | undefined, prefix: SecretPrefix): string {
  const token = findCredentials(authorization, 'bearer')
  if (!token) throw refuseBearer('A bearer token is needed.', 'Bearer realm="countersign"')
  if (!isSecret(prefix, token)) throw refuseBearer()
  return token
}

/** Unknown, expired and used tokens get the same answer. */
export function refuseBearer(
  description = 'The token is unknown, has expired, or was used up.',
  challenge = 'Bearer realm="countersign", error="invalid_token"',
): OAuthError {
  return new OAuthError('invalid_token', description, { status: 401, headers: { 'www-authenticate': challenge } })
}

const ONE_DAY_SECONDS = 86_400

export type InitialAccessTokenTerms = {
  readonly lifetimeSeconds?: number | undefined
  /** How many apps it can register; any number if left out. */
  readonly uses?: number | undefined
}

/** Creates a token whose holder may register apps (RFC 7591 §3). Shown once; only its hash is stored. */
export async function createInitialAccessToken(
  sql: Sql,
  { lifetimeSeconds = ONE_DAY_SECONDS, uses }: InitialAccessTokenTerms,
): Promise<InitialAccessTokenRecord & { readonly initialAccessToken: string }> {
  const initialAccessToken = newSecret('cs_ia_')
  const record = await insertInitialAccessToken(sql, { tokenHash: sha256(initialAccessToken), lifetimeSeconds, uses })
  return { ...record, initialAccessToken }
}
