import { OAuthError } from '@countersign/service/errors'
import { secureRandom } from '@countersign/service/secrets'
import { isUniqueViolation, type SqlPool } from '@countersign/service/sql'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import { GrantError } from '../../clients/client-errors.ts'
import { readRedirectUri } from '../../clients/redirect-uri.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { codeChallengeOf, openDataToken } from '../codes/code.ts'
import { maskChange } from '../codes/userinfo-claims.ts'
import { revokeGrantOfUser } from '../grants/grants.store.ts'
import { prepareIdToken } from '../identity/id-token.ts'
import { accountSuspended } from '../people/account-acts.ts'
import { findAllowedByCode } from './access-token.store.ts'
import { type CodeExchange, type ExchangedCode, redeemCode } from './code.store.ts'
import { findKeyedToken } from './keyed-token.ts'
import { type AskedTokens, type IssuedTokens, prepareTokens, ReplayError } from './new-tokens.ts'
import { firstRefreshToken } from './refresh-token.ts'

/**
 * RFC 6749 §4.1.3, specification §4.1.
 * @throws OAuthError
 */
export async function exchangeCode(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { values: { code, redirect_uri, code_verifier }, ...asked }: AskedTokens,
): Promise<IssuedTokens> {
  if (code === undefined) throw new OAuthError('invalid_request', 'code is missing.')
  const redirectUri = readRedirectUri(client, redirect_uri)
  return spendCode(dependencies, client, { ...asked, code, redirectUri, codeChallenge: readChallenge(code_verifier) })
}

const SALT_BYTES = 32

type CodeToSpend = Omit<AskedTokens, 'values'> & {
  readonly code: string
  readonly redirectUri: string
  /** Answered by the verifier; undefined if the code has none. */
  readonly codeChallenge: string | undefined
} & Pick<CodeExchange, 'leavesOthers'>

/**
 * For an app or a device. All that can fail without the code comes first: its target and keys.
 * @throws OAuthError
 */
export async function spendCode(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { code, redirectUri, codeChallenge, leavesOthers, resources, jkt }: CodeToSpend,
): Promise<IssuedTokens> {
  const { sql, config } = dependencies
  const presented = findKeyedToken('cs_ac_', code)
  if (!presented) throw unknownCode()
  const { grantId } = presented

  const readAllowed = () => findAllowedByCode(sql, presented, client.clientId)
  const { issue, ...prepared } = await prepareTokens(dependencies, client, { jkt, resources, readAllowed })
  const signIdToken = await prepareIdToken(dependencies, client)
  const refreshToken = firstRefreshToken(grantId, config.tokenSecrets)
  const salt = secureRandom(SALT_BYTES)

  const exchange = { presented, clientId: client.clientId, redirectUri, codeChallenge, jkt, leavesOthers }
  const change = { refreshToken, salt, maskChange: maskChange(code, refreshToken.text) }
  const exchanged = await redeem(sql, { ...prepared, ...exchange, ...change })
  await endReplayed(sql, grantId, exchanged)
  const redeemed = readExchanged(dependencies, grantId, exchanged)

  const { scopes, userId, sessionId, nonce, idTokenClaims } = redeemed
  const dataToken = openDataToken(redeemed.sealedDataToken, code)
  const issued = await issue({ ...redeemed, salt }, { refreshToken, maskedBy: code })
  const response = { ...issued, data_token: dataToken }
  if (!signIdToken || !scopes.includes('openid')) return { grantId, userId, response }
  const signIn = { userId, sessionId, nonce, idTokenClaims, dataToken, accessToken: response.access_token }
  const idToken = await signIdToken(signIn)
  return { grantId, userId, response: { ...response, id_token: idToken } }
}

/**
 * A code that comes again was copied (RFC 6749 §4.1.2). In its own statement: only a new one sees a grant made
 * meanwhile. For the code's user only: a reused challenge gives another request the same id.
 * @throws ReplayError
 */
async function endReplayed(sql: SqlPool, grantId: string, exchanged: ExchangedCode | undefined): Promise<void> {
  if (exchanged?.outcome !== 'used' || !(await revokeGrantOfUser(sql, exchanged.userId, grantId))) return
  throw new ReplayError(grantId, 'code_replayed', 'The code was already used, so its tokens were revoked.')
}

/** A reused challenge gives a request the id of a removed one, whose grant may still be there. */
async function redeem(sql: SqlPool, exchange: CodeExchange): Promise<ExchangedCode | undefined> {
  try {
    return await redeemCode(sql, exchange)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new OAuthError('invalid_grant', 'This code_challenge was used before: make a new one for every request.')
  }
}

/** The verifier's challenge; undefined, without a verifier, matches only codes without a challenge. */
function readChallenge(verifier: string | undefined): string | undefined {
  if (verifier === undefined) return undefined
  const challenge = codeChallengeOf(verifier)
  if (challenge === undefined)
    throw new OAuthError('invalid_grant', 'code_verifier must have 43 to 128 unreserved characters.')
  return challenge
}

/** The same for another client's code, so that a thief learns nothing. */
const UNKNOWN = 'The code is unknown.'

type RedeemedCode = Omit<ExchangedCode, 'outcome' | 'sealedDataToken'> & { readonly sealedDataToken: Buffer }

const REFUSALS: Readonly<Record<Exclude<ExchangedCode['outcome'], 'exchanged' | 'ends_others' | 'suspended'>, string>> =
  {
    other_client: UNKNOWN,
    other_redirect_uri: 'The redirect_uri differs from the one of the authorization request.',
    wrong_verifier: 'The code_verifier does not answer the code_challenge of the authorization request.',
    wrong_key: 'The code is bound to another key than the one of the DPoP proof.',
    used: 'The code was already used.',
    expired: 'The code has expired.',
    data_token_expired: 'The data token of this code has expired. Start a new authorization.',
  }

function readExchanged({ config }: WithSigning, grantId: string, exchanged?: ExchangedCode): RedeemedCode {
  if (!exchanged) throw unknownCode()
  const { outcome, sealedDataToken, ...redeemed } = exchanged
  if (outcome === 'suspended') throw accountSuspended(config)
  if (outcome === 'ends_others') throw new Error('Unexpected outcome: ends_others.')
  if (outcome !== 'exchanged') {
    const code = outcome === 'data_token_expired' ? 'invalid_token' : 'invalid_grant'
    throw new GrantError(grantId, code, REFUSALS[outcome])
  }
  if (!sealedDataToken) throw new Error('An unused code has lost its data token.')
  return { ...redeemed, sealedDataToken }
}

function unknownCode(): OAuthError {
  return new OAuthError('invalid_grant', UNKNOWN)
}
