import { openAccessToken, readSealedAccessToken, sealAccessToken } from '../src/flow/tokens/access-token.ts'
import { readRefreshToken } from '../src/flow/tokens/refresh-token.ts'
import type { StartedProvider } from './started-provider.ts'

type Provider = Pick<StartedProvider, 'database' | 'config'>

/** The content of an access token, read with the salt of its row and TOKEN_SECRET. */
export async function openToken({ database, config }: Provider, accessToken: string) {
  const sealed = readSealedAccessToken(accessToken)
  const [grant] = await database.sql<{ salt: Buffer }>`
    select access_token_salt as salt from provider.grants where grant_id = ${sealed?.grantId ?? null}`
  const content = sealed && grant && openAccessToken(sealed, grant.salt, config.tokenSecrets)
  if (!grant || !content) throw new Error('No access token of this provider.')
  return { salt: grant.salt, content }
}

/** The access token of a pair as it would be had it been issued earlier. */
export async function issuedEarlier(
  provider: Provider,
  { access_token, refresh_token }: { readonly access_token: string; readonly refresh_token: string },
  seconds: number,
): Promise<string> {
  const { salt, content } = await openToken(provider, access_token)
  const refreshToken = readRefreshToken(refresh_token, provider.config.tokenSecrets)
  if (!refreshToken) throw new Error('No refresh token of this provider.')
  return sealAccessToken({ ...content, issuedAtMs: content.issuedAtMs - seconds * 1_000 }, { salt, refreshToken })
}

/** As if its pair had been issued earlier. */
export async function ageGrants({ database }: Provider, seconds: number): Promise<void> {
  // A cluster updates no column by a clock or an interval.
  const grants = await database.sql<{ id: string; at: string }>`
    select grant_id as id, (issued_at - make_interval(secs => ${seconds}))::text as at from provider.grants`
  for (const { id, at } of grants) {
    await database.sql`update provider.grants set issued_at = ${at}::timestamptz where grant_id = ${id}`
  }
}
