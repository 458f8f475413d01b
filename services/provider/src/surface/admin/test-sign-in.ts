import type { TestSignIn, TestSignInResult } from '@countersign/contracts'
import { OAuthError, ServiceError } from '@countersign/service/errors'
import { keyedDigest, secureRandom } from '@countersign/service/secrets'
import { decodeJwt } from 'jose'
import { findClient } from '../../clients/client.store.ts'
import { type Client, requireEnabled } from '../../clients/client.ts'
import { codeChallengeOf } from '../../flow/codes/code.ts'
import { revokeGrantOfUser } from '../../flow/grants/grants.store.ts'
import { storePushed } from '../../flow/requests/push-authorization.ts'
import { checkRequest } from '../../flow/requests/store-request.ts'
import { findAllowedByCode } from '../../flow/tokens/access-token.store.ts'
import { spendCode } from '../../flow/tokens/exchange-code.ts'
import { findKeyedToken } from '../../flow/tokens/keyed-token.ts'
import type { IssuedTokens } from '../../flow/tokens/new-tokens.ts'
import { readUserinfo } from '../../flow/userinfo/userinfo.ts'
import type { ProviderConfig } from '../../ground/config.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type Actor, noSuchClient, validated } from './actor.ts'

const LABEL = 'countersign/v1/test-sign-in'
const RANDOM_BYTES = 32

/**
 * Tests an app's sign-in on the authority of an administrator or its developer, without its secret. The verifier of a
 * test never leaves this service, so its code is of no use elsewhere, and no other code is of use here (ADR 63).
 */
export function createTestOperations(dependencies: ProviderDependencies) {
  return {
    startTestSignIn: validated('startTestSignIn', async ({ params }, { actor, registrar }) => {
      const client = await readTestable(dependencies, params.client_id)
      const started = await refusedAsService(startTest(dependencies, client, actor))
      registrar.noteTest('test_sign_in_started', client.clientId)
      return started
    }),
    completeTestSignIn: validated('completeTestSignIn', async ({ params, body }, { actor, registrar }) => {
      const client = await readTestable(dependencies, params.client_id)
      const result = await completeTest(dependencies, client, { actor, testId: body.test_id, code: body.code })
      registrar.noteTest('test_sign_in_completed', client.clientId)
      return result
    }),
  }
}

/** @throws ServiceError for an unknown or disabled app */
async function readTestable({ sql }: ProviderDependencies, clientId: string): Promise<Client> {
  const client = await findClient(sql, clientId)
  if (!client) throw noSuchClient()
  return refusedAsService(Promise.resolve(client).then(requireEnabled))
}

/** Asks as the app does, for all that it is registered for, and never silently: a test shows what people see. */
async function startTest(dependencies: ProviderDependencies, client: Client, actor: Actor): Promise<TestSignIn> {
  const { config } = dependencies
  const testId = newRandomText()
  const state = newRandomText()
  const values = {
    response_type: 'code',
    scope: client.scopes.map(({ name }) => name).join(' '),
    state,
    nonce: newRandomText(),
    prompt: 'consent',
    code_challenge: challengeOf(config, { client, actor, testId }),
    code_challenge_method: 'S256',
  }
  const checked = await checkRequest(dependencies, client, { values, repeated: [], resources: [] })
  const request = { ...checked, clientId: client.clientId, redirectUri: redirectUriOf(config) }
  const { requestUri, lifetimeSeconds } = await storePushed(dependencies, request, config.requestLifetimeSeconds)
  const query = new URLSearchParams({ client_id: client.clientId, request_uri: requestUri })
  const authorizeUrl = `${config.issuer}/oauth/authorize?${query.toString()}`
  return { test_id: testId, state, authorize_url: authorizeUrl, expires_in: lifetimeSeconds }
}

type Completion = { readonly actor: Actor; readonly testId: string; readonly code: string }

async function completeTest(
  dependencies: ProviderDependencies,
  client: Client,
  { actor, testId, code }: Completion,
): Promise<TestSignInResult> {
  const { sql, config } = dependencies
  const presented = findKeyedToken('cs_ac_', code)
  const allowed = presented && (await findAllowedByCode(sql, presented, client.clientId))
  // A person sees only what they approved themselves.
  const isOthers = actor.userId !== undefined && actor.userId !== allowed?.userId
  if (!presented || !allowed || isOthers) return refused('invalid_grant', 'The code is unknown.')
  const codeChallenge = challengeOf(config, { client, actor, testId })
  const spending = { code, redirectUri: redirectUriOf(config), codeChallenge, leavesOthers: true }
  try {
    const { response } = await spendCode(dependencies, client, { ...spending, resources: [], jkt: undefined })
    try {
      return { ...shown(response), ...(await askUserinfo(dependencies, response.access_token)) }
    } finally {
      await revokeGrantOfUser(sql, allowed.userId, presented.grantId)
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return refused(error.code, error.message)
  }
}

async function askUserinfo(dependencies: ProviderDependencies, token: string) {
  try {
    const use = {
      presented: { scheme: 'Bearer', token },
      proof: undefined,
      method: 'GET',
      path: '/oauth/userinfo',
    } as const
    return { userinfo: { ...(await readUserinfo(dependencies, use)) }, userinfo_refusal: null }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { userinfo: null, userinfo_refusal: { error: error.code, error_description: error.message } }
  }
}

type Test = { readonly client: Client; readonly actor: Actor; readonly testId: string }

/** Of a verifier that only this service can compute, for one client and starter. */
function challengeOf({ keyEncryptionSecrets: [secret] }: ProviderConfig, { client, actor, testId }: Test) {
  // Anyone could compute what an empty secret makes.
  if (!secret) throw new Error('There is no KEY_ENCRYPTION_SECRET.')
  const about = JSON.stringify([client.clientId, actor.userId ?? null, testId])
  const challenge = codeChallengeOf(keyedDigest(about, { secret, label: LABEL }).toString('base64url'))
  if (challenge === undefined) throw new Error('A keyed digest is a code_verifier.')
  return challenge
}

function redirectUriOf({ webUrl }: ProviderConfig): string {
  return `${webUrl}/console/test-sign-in`
}

function newRandomText(): string {
  return secureRandom(RANDOM_BYTES).toString('base64url')
}

type Shown = Pick<TestSignInResult, 'refusal' | 'tokens' | 'id_token' | 'data_token'>

/** Nothing in it works as a token, not even an id_token: an app could be shown that. */
function shown(response: IssuedTokens['response']): Shown {
  const { access_token, refresh_token, id_token, data_token, ...plain } = response
  const claims = data_token === undefined ? null : decodeJwt(data_token)
  const { claims_jwe: sealed } = claims ?? {}
  return {
    refusal: null,
    tokens: {
      ...plain,
      access_token: beginningOf(access_token),
      ...(refresh_token !== undefined && { refresh_token: beginningOf(refresh_token) }),
      ...(id_token !== undefined && { id_token: beginningOf(id_token) }),
      ...(data_token !== undefined && { data_token: beginningOf(data_token) }),
    },
    id_token: id_token === undefined ? null : decodeJwt(id_token),
    data_token: claims && { ...claims, ...(typeof sealed === 'string' && { claims_jwe: beginningOf(sealed) }) },
  }
}

const SHOWN_CHARACTERS = 12

function beginningOf(token: string): string {
  return `${token.slice(0, SHOWN_CHARACTERS)}…`
}

function refused(error: string, error_description: string): TestSignInResult {
  const nothing = { tokens: null, id_token: null, data_token: null, userinfo: null, userinfo_refusal: null }
  return { refusal: { error, error_description }, ...nothing }
}

/** Refuses in the words of the authorization endpoint. */
async function refusedAsService<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw new ServiceError(error.code === 'invalid_scope' ? error.code : 'invalid_request', error.message)
  }
}
