import { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { endGrantOfClient } from '../grants/grants.store.ts'
import { deleteClientAccessToken } from './client-access-token.store.ts'
import { findAccessToken, readAccessToken } from './find-access-token.ts'
import { findAllowedByRefreshToken } from './refresh-token.store.ts'
import { readRefreshToken } from './refresh-token.ts'

/** Data tokens and id_tokens are verified offline; codes cannot be revoked either. */
const IRREVOCABLE = /^(?:[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+|cs_ac_.*)$/s

/**
 * Ends the grant with all its tokens (RFC 7009 §2.1); a client's own token ends alone. Answers the grant's id if it was alive;
 * undefined for unknown, dead and other clients' tokens alike.
 * @throws OAuthError
 */
export async function revokeToken(
  dependencies: WithSql & WithConfig & WithKeys,
  { clientId }: Client,
  token: string | undefined,
): Promise<string | undefined> {
  const { sql } = dependencies
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  // The token's form tells its type; `token_type_hint` may be wrong (RFC 7009 §2.1).
  const presented = await readAccessToken(dependencies, token)
  if (!presented && IRREVOCABLE.test(token)) {
    throw new OAuthError('unsupported_token_type', 'Only access tokens and refresh tokens can be revoked.')
  }
  if (presented?.kind === 'client') {
    await deleteClientAccessToken(sql, presented.token, clientId)
    return undefined
  }
  const grantId = presented
    ? (await findAccessToken(dependencies, presented.token, clientId))?.grantId
    : await findGrantOfRefreshToken(dependencies, token, clientId)
  return grantId === undefined ? undefined : endGrantOfClient(sql, grantId, clientId)
}

/** Any of its chain, however old. */
async function findGrantOfRefreshToken({ sql, config }: WithSql & WithConfig, text: string, clientId: string) {
  const token = readRefreshToken(text, config.tokenSecrets)
  return token && (await findAllowedByRefreshToken(sql, token, clientId)) ? token.grantId : undefined
}
