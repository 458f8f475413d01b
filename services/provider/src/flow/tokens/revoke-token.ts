import { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import type { WithSql } from '../../ground/parts.ts'
import { revokeGrantOfToken } from './access-token.store.ts'
import { deleteClientAccessToken } from './client-access-token.store.ts'
import { findKeyedToken, findPresentedAccessToken } from './keyed-token.ts'

/** A data token or an id_token, which a relying app verifies by itself, or a code: none of them can be taken back. */
const IRREVOCABLE = /^(?:[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+|cs_ac_.*)$/s

/**
 * Ends the grant that a token belongs to, with everything that was issued under it: for a refresh token RFC 7009 §2.1 asks
 * for that, and for an access token it allows it, because whoever takes one back wants the app out. A token of its own calls ends
 * alone. Answers with the grant
 * that ended; nothing for a token that is unknown, dead, or another client's, of which the caller learns nothing.
 * @throws OAuthError
 */
export async function revokeToken(
  { sql }: WithSql,
  { clientId }: Client,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  // What a token is, its form says; `token_type_hint` may say something else and changes nothing (RFC 7009 §2.1).
  const accessToken = findPresentedAccessToken(token)
  if (!accessToken && IRREVOCABLE.test(token)) {
    throw new OAuthError('unsupported_token_type', 'Only access tokens and refresh tokens can be revoked.')
  }
  if (accessToken?.kind === 'client') {
    await deleteClientAccessToken(sql, accessToken.token, clientId)
    return undefined
  }
  const presented = accessToken?.token ?? findKeyedToken('cs_rt_', token)
  return presented && revokeGrantOfToken(sql, presented, clientId)
}
