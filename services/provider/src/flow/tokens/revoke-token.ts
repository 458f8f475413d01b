import { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import type { WithSql } from '../../ground/parts.ts'
import { revokeGrantOfToken } from './access-token.store.ts'
import { deleteClientAccessToken } from './client-access-token.store.ts'
import { findKeyedToken, findPresentedAccessToken } from './keyed-token.ts'

/** Data tokens and id_tokens are verified offline; codes cannot be revoked either. */
const IRREVOCABLE = /^(?:[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+|cs_ac_.*)$/s

/**
 * Ends the grant with all its tokens (RFC 7009 §2.1); a client's own token ends alone. Undefined for unknown, dead and
 * other clients' tokens alike.
 * @throws OAuthError
 */
export async function revokeToken({ sql }: WithSql, { clientId }: Client, token: string | undefined) {
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  // The token's form tells its type; `token_type_hint` may be wrong (RFC 7009 §2.1).
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
