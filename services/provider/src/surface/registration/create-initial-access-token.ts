import { newSecret, sha256 } from '@countersign/service/secrets'
import { type Sql } from '@countersign/service/sql'
import { type InitialAccessTokenRecord, insertInitialAccessToken } from './initial-access-token.store.ts'

const ONE_DAY_SECONDS = 86_400

export type InitialAccessTokenTerms = {
  /** A day if left out. */
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
