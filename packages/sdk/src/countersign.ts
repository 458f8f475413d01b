import { type DataTokenKeySource, trustIssuers } from '@countersign/data-token'
import { authorizationUrl, type SignInOptions } from './authorization-url.ts'
import { readCallback } from './callback.ts'
import { claimsDecryptionKeys, dataTokenKeys, readDataToken } from './data-token.ts'
import { SignInError } from './errors.ts'
import { newFlow, type SignInFlow } from './flow.ts'
import type { CompletedSignIn, RefreshedTokens, VerifiedClaims } from './results.ts'
import { type CountersignSettings, checkSettings } from './settings.ts'
import { requestTokens } from './token-endpoint.ts'

export type Countersign = {
  /** Returns where to send the browser, and what to keep in its session until it returns. */
  beginSignIn(options?: SignInOptions): { readonly url: string; readonly flow: SignInFlow }
  /**
   * Ends a sign-in: checks the callback, trades the code for tokens and verifies the data token. `callbackUrl` may be
   * the path with its query, as `request.url` has it. Forget the flow whatever the outcome.
   * @throws SignInError
   */
  finishSignIn(callbackUrl: string | URL, flow: SignInFlow): Promise<CompletedSignIn>
  /**
   * Trades a refresh token for new tokens; the old one ends with the first use of the new.
   * @throws SignInError
   */
  refresh(refreshToken: string): Promise<RefreshedTokens>
  /**
   * Verifies a data token that was made for this app, for one person if `subject` is given.
   * @throws SignInError
   */
  readClaims(dataToken: string, expected?: { readonly subject?: string }): Promise<VerifiedClaims>
}

const DEFAULT_SCOPES = ['openid']

/**
 * Sign-in for one registered app at one provider. Make one when your server starts.
 * @throws TypeError for settings that cannot work
 */
export function createCountersign(settings: CountersignSettings): Countersign {
  checkSettings(settings)
  const { claimsDecryptionKey, credentialIssuers = [] } = settings
  const issuers = trustIssuers(credentialIssuers)
  const claimsKeys = claimsDecryptionKey === undefined ? undefined : claimsDecryptionKeys(claimsDecryptionKey)
  let keys: Promise<DataTokenKeySource> | undefined
  const readToken = async (dataToken: string): Promise<VerifiedClaims> => {
    keys ??= dataTokenKeys(settings)
    return readDataToken(dataToken, { keys: await keys, claimsKeys, issuers }, settings)
  }
  return {
    beginSignIn: ({ scopes = settings.scopes ?? DEFAULT_SCOPES, prompt } = {}) => {
      const flow = newFlow()
      return { url: authorizationUrl(settings, flow, { scopes, prompt }), flow }
    },

    finishSignIn: async (callbackUrl, flow) => {
      const code = readCallback(callbackUrl, flow, settings)
      const { dataToken, ...answer } = await requestTokens(settings, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: settings.redirectUri,
        code_verifier: flow.codeVerifier,
      })
      if (dataToken === undefined) throw new SignInError('invalid_response', 'The provider sent no data token.')
      return { ...(await readToken(dataToken)), ...answer, dataToken }
    },

    refresh: async (refreshToken) => {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const { tokens, scope } = await requestTokens(settings, grant)
      return { tokens, scope }
    },

    readClaims: async (dataToken, { subject } = {}) => {
      const verified = await readToken(dataToken)
      if (subject === undefined || subject === verified.subject) return verified
      throw new SignInError('invalid_token', 'The data token is about another person.')
    },
  }
}
