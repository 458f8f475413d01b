import { OAuthError } from '@countersign/service/errors'
import { isUniqueViolation, type SqlPool } from '@countersign/service/sql'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import { isRegisteredRedirectUri } from '../../clients/redirect-uri.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { codeChallengeOf } from '../codes/pkce.ts'
import { openDataToken } from '../codes/sealed-data-token.ts'
import { maskChanges } from '../codes/userinfo-claims.ts'
import { revokeGrantOfUser } from '../grants/grants.store.ts'
import { prepareIdToken } from '../identity/id-token.ts'
import { findAllowedByCode } from './allowed.store.ts'
import { type CodeExchange, type ExchangedCode, redeemCode } from './code.store.ts'
import { findKeyedToken } from './keyed-token.ts'
import { type IssuedTokens, newTokenPair, ReplayError, toTokenResponse } from './new-tokens.ts'
import { prepareTarget } from './prepare-target.ts'

export type CodeGrant = {
  readonly code: string | undefined
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
  /** The `resource` parameters. */
  readonly resources: readonly string[]
  /** The thumbprint of the key of the request's DPoP proof. */
  readonly jkt: string | undefined
}

/**
 * Exchanges a code for tokens and the data token (RFC 6749 §4.1.3, specification §4.1).
 * @throws OAuthError
 */
export async function exchangeCode(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  grant: CodeGrant,
): Promise<IssuedTokens> {
  const { code, redirectUri, codeVerifier, resources, jkt } = grant
  if (code === undefined) throw new OAuthError('invalid_request', 'code is missing.')
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  if (!isRegisteredRedirectUri(client.redirectUris, redirectUri)) {
    throw new OAuthError(
      'redirect_uri_mismatch',
      'The redirect_uri is not registered for this client; it must match exactly.',
    )
  }
  return spendCode(dependencies, client, {
    code,
    redirectUri,
    codeChallenge: readChallenge(codeVerifier),
    resources,
    jkt,
  })
}

type CodeToSpend = {
  readonly code: string
  readonly redirectUri: string
  /** What its verifier answers to; absent if the code has none. */
  readonly codeChallenge: string | undefined
  /** What the access token is to be for (RFC 8707 §2.2). */
  readonly resources: readonly string[]
  readonly jkt: string | undefined
}

/**
 * Spends a code, however it has come to its client.
 * @throws OAuthError
 */
export async function spendCode(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { code, redirectUri, codeChallenge, resources, jkt }: CodeToSpend,
): Promise<IssuedTokens> {
  const { sql } = dependencies
  const presented = findKeyedToken('cs_ac_', code)
  if (!presented) throw unknownCode()

  const target = await prepareTarget(dependencies, client, {
    resources,
    readAllowed: () => findAllowedByCode(sql, presented, client.clientId),
  })
  const signIdToken = await prepareIdToken(dependencies, client)
  const pair = await newTokenPair(dependencies, client, { grantId: presented.grantId, jkt, target })
  const exchanged = await redeem(sql, {
    ...pair.stored,
    presented,
    clientId: client.clientId,
    redirectUri,
    codeChallenge,
    scopes: target?.scopes,
    maskChanges: signIdToken && maskChanges(code, pair),
  })
  const { grantId } = presented
  // A second use means that a copy of the code is about: what the first use brought is taken back (RFC 6749 §4.1.2).
  // It takes a statement of its own, because only a new one sees a grant that was made while this one waited. A challenge that
  // comes again leads the same client to the same identifier, so the grant may be another person's.
  if (exchanged?.outcome === 'used' && (await revokeGrantOfUser(sql, exchanged.userId, grantId))) {
    throw new ReplayError(grantId, 'code_replayed', 'The code was already used, so its tokens were revoked.')
  }
  const { sealedDataToken, approvedScopes, userId, sessionId, nonce, once, accessTokenLifetimeSeconds } =
    readExchanged(exchanged)
  const dataToken = openDataToken(sealedDataToken, code)
  const response = {
    ...toTokenResponse(pair, { scopes: target?.scopes ?? approvedScopes, accessTokenLifetimeSeconds, once }),
    data_token: dataToken,
  }
  if (!signIdToken || !approvedScopes.includes('openid')) return { grantId, userId, response }
  const idToken = await signIdToken({ userId, sessionId, nonce, dataToken, accessToken: pair.accessToken })
  return { grantId, userId, response: { ...response, id_token: idToken } }
}

/** A request that was forgotten can come again with its challenge, and have the same identifier; its grant cannot. */
async function redeem(sql: SqlPool, exchange: CodeExchange): Promise<ExchangedCode | undefined> {
  try {
    return await redeemCode(sql, exchange)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new OAuthError('invalid_grant', 'This code_challenge was used before: make a new one for every request.')
  }
}

/** The challenge that the verifier answers; nothing if there is none, which is right only for a code without a challenge. */
function readChallenge(verifier: string | undefined): string | undefined {
  if (verifier === undefined) return undefined
  const challenge = codeChallengeOf(verifier)
  if (challenge === undefined)
    throw new OAuthError('invalid_grant', 'code_verifier must have 43 to 128 unreserved characters.')
  return challenge
}

type RedeemedCode = Omit<ExchangedCode, 'outcome' | 'sealedDataToken'> & { readonly sealedDataToken: Buffer }

function readExchanged(exchanged: ExchangedCode | undefined): RedeemedCode {
  if (!exchanged) throw unknownCode()
  const { outcome, sealedDataToken, ...redeemed } = exchanged
  switch (outcome) {
    case 'exchanged':
      if (sealedDataToken === null) throw new Error('An unused code has lost its data token.')
      return { ...redeemed, sealedDataToken }
    case 'ends_others':
      throw new Error('A code was left as it is.')
    case 'other_client':
      throw unknownCode()
    case 'other_redirect_uri':
      throw new OAuthError('invalid_grant', 'The redirect_uri differs from the one of the authorization request.')
    case 'wrong_verifier':
      throw new OAuthError(
        'invalid_grant',
        'The code_verifier does not answer the code_challenge of the authorization request.',
      )
    case 'wrong_key':
      throw new OAuthError('invalid_grant', 'The code is bound to another key than the one of the DPoP proof.')
    case 'used':
      throw new OAuthError('invalid_grant', 'The code was already used.')
    case 'expired':
      throw new OAuthError('invalid_grant', 'The code has expired.')
    case 'data_token_expired':
      throw new OAuthError('invalid_token', 'The data token of this code has expired. Start a new authorization.')
  }
}

/** The same for a code that never was and for another client's: which of the two it is tells a thief something. */
function unknownCode(): OAuthError {
  return new OAuthError('invalid_grant', 'The code is unknown.')
}
