import { createHash, randomBytes } from 'node:crypto'
import type { AuthorizationRequestDetails, TokenResponse } from '@countersign/contracts'
import { signDataToken } from '@countersign/data-token'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { ProviderConfig } from '../src/index.ts'

export const SERVICE_TOKEN = 'service-token-for-tests-0123456789abcdef'
export const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'
export const REDIRECT_URI = 'https://app.example/callback'
export const USER_ID = '7b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
const FORM = 'application/x-www-form-urlencoded'

export type TestClient = { readonly client_id: string; readonly client_secret: string | undefined }

/** The Authorization header of a client that proves itself by HTTP Basic. */
export function basicOf({ client_id }: TestClient, secret: string | undefined): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` }
}

export type Changes = Readonly<Record<string, string | undefined>>

type Attested = Partial<Parameters<typeof signDataToken>[1]>
type Approval = {
  readonly user_id?: string | undefined
  readonly approved_scopes?: readonly string[]
  /** Changes of the data token. */
  readonly attested?: Attested
} & Readonly<Record<string, unknown>>

/** The steps of the flow, as the registered app, the browser and core take them. */
export function flowSteps(app: FastifyInstance, { issuer, dataTokenKeys: keys }: ProviderConfig, client: TestClient) {
  /** The apps that started requests. */
  const clients = new Map<string, string>()
  /** The verifiers of challenges, of the requests they were sent with, and of the codes that those led to. */
  const verifiers = new Map<string, string>()

  /** A new challenge, as an app must make for every request. */
  function newChallenge(): string {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    verifiers.set(challenge, verifier)
    return challenge
  }

  /** The verifier that goes with a challenge, request or code; one that fits nothing if it is unknown. */
  function verifierOf(key: string): string {
    return verifiers.get(key) ?? 'u'.repeat(43)
  }

  function authorizeQuery(changes: Changes = {}): URLSearchParams {
    return parameters({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid email',
      state: 'the state',
      code_challenge: newChallenge(),
      code_challenge_method: 'S256',
      ...changes,
    })
  }

  async function authorize(changes: Changes = {}, headers: Record<string, string> = {}) {
    const query = authorizeQuery(changes)
    const response = await app.inject({ method: 'GET', url: `/oauth/authorize?${query.toString()}`, headers })
    remember(response, query, query.get('code_challenge'))
    return response
  }

  function remember(response: LightMyRequestResponse, query: URLSearchParams, of: string | null): void {
    const id = requestIdOf(response)
    rememberVerifier(id, of)
    if (id !== undefined) clients.set(id, query.get('client_id') ?? '')
  }

  function rememberVerifier(key: string | null | undefined, of: string | null): void {
    const verifier = verifiers.get(of ?? '')
    if (key && verifier) verifiers.set(key, verifier)
  }

  /** Pushes a request as the registered app. */
  async function push(changes: Changes = {}, headers: Record<string, string> = {}) {
    const form = authorizeQuery({ ...client, ...changes })
    const response = await send('/oauth/par', form.toString(), headers)
    rememberVerifier(response.json<{ request_uri?: string }>().request_uri, form.get('code_challenge'))
    return response
  }

  /** Opens a pushed request, as its browser does. */
  async function open(requestUri: string, changes: Changes = {}, at = app): Promise<LightMyRequestResponse> {
    const query = parameters({ client_id: client.client_id, request_uri: requestUri, ...changes })
    const response = await at.inject(`/oauth/authorize?${query.toString()}`)
    remember(response, query, requestUri)
    return response
  }

  /** Starts a request and answers its identifier. */
  async function startRequest(changes: Changes = {}): Promise<string> {
    const response = await authorize(changes)
    const id = requestIdOf(response)
    if (!id)
      throw new Error(`No request was started: ${response.statusCode} ${response.headers.location} ${response.body}`)
    return id
  }

  async function internal(method: 'GET' | 'POST', path: string, payload?: object, { at = app, sent = {} } = {}) {
    const headers = { 'x-service-token': SERVICE_TOKEN, ...sent }
    return at.inject({ method, url: `/api/auth/internal/${path}`, headers, ...(payload && { payload }) })
  }

  async function details(authRequestId: string): Promise<AuthorizationRequestDetails> {
    return (await internal('GET', `auth-request-details/?auth_request_id=${authRequestId}`)).json()
  }

  /** Reads a request as core does for a user: the first one to read it may answer it. */
  async function readAs(userId: string, authRequestId: string): Promise<LightMyRequestResponse> {
    return internal('GET', `auth-request-details/?auth_request_id=${authRequestId}&user_id=${userId}`)
  }

  async function deny(authRequestId: string, userId = USER_ID): Promise<LightMyRequestResponse> {
    return internal('POST', 'consent-deny/', { auth_request_id: authRequestId, user_id: userId })
  }

  /** A data token about the user, for the app that started the request. */
  async function attest(auth_request_id: string, changes: Attested = {}, now = new Date()) {
    const aud = clients.get(auth_request_id) ?? client.client_id
    const attestation = { iss: issuer, sub: USER_ID, aud, auth_request_id, claims: { email: 'ada@example.com' } }
    return signDataToken(keys, { ...attestation, ...changes }, { now, lifetimeSeconds: 300 })
  }

  /** Approves a request, by a data token about the user that the changes name. */
  async function complete(auth_request_id: string, { attested, ...changes }: Approval = {}) {
    const { user_id = USER_ID, approved_scopes = ['openid', 'email'] } = changes
    const about = { sub: user_id, ...(!approved_scopes.includes('email') && { claims: {} }), ...attested }
    const data_token = 'data_token' in changes ? undefined : await attest(auth_request_id, about)
    const body = { auth_request_id, user_id, approved_scopes, data_token, ...changes }
    const response = await internal('POST', 'consent-complete/', body)
    rememberVerifier(response.json<{ authorization_code?: string }>().authorization_code, auth_request_id)
    return response
  }

  /** Goes through the flow up to a code, with changes of the request and of the approval. */
  async function obtainCode(changes: Changes = {}, approval: Approval = {}): Promise<string> {
    const response = await complete(await startRequest(changes), approval)
    return response.json<{ authorization_code: string }>().authorization_code
  }

  /** The same for another app. */
  async function obtainCodeOf({ client_id }: { readonly client_id: string }, changes: Changes = {}, approval = {}) {
    return obtainCode({ client_id, ...changes }, approval)
  }

  /** Takes all grants of a user away, or those that the changes name. */
  async function revokeGrants(user_id: string, of: object = { all: true }): Promise<LightMyRequestResponse> {
    return internal('POST', 'grants/revoke/', { user_id, ...of })
  }

  async function token(fields: Changes, headers: Record<string, string> = {}, at = app) {
    return send('/oauth/token/', parameters(fields).toString(), headers, at)
  }

  async function exchange(code: string, changes: Changes = {}): Promise<LightMyRequestResponse> {
    return token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifierOf(code),
      ...client,
      ...changes,
    })
  }

  async function refresh(refreshToken: string, changes: Changes = {}): Promise<LightMyRequestResponse> {
    return token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...client, ...changes })
  }

  /** Goes through the whole flow. */
  async function obtainTokens(
    changes: Changes = {},
  ): Promise<Required<Pick<TokenResponse, 'data_token' | 'refresh_token'>> & TokenResponse> {
    return (await exchange(await obtainCode(changes))).json()
  }

  async function post(url: string, fields: Changes, headers: Record<string, string> = {}) {
    return send(url, parameters(fields).toString(), headers)
  }

  /** Posts a body, as a form where the headers name no other type. */
  async function send(url: string, payload: string, headers: Record<string, string> = {}, at = app) {
    return at.inject({ method: 'POST', url, headers: { 'content-type': FORM, ...headers }, payload })
  }

  /** Calls the administration by its token. */
  async function admin(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    return app.inject({ method, url: `/api/admin/${path}`, headers, ...(payload && { payload }) })
  }

  async function introspect(introspected: string | undefined, changes: Changes = {}): Promise<LightMyRequestResponse> {
    return post('/oauth/introspect', { token: introspected, ...client, ...changes })
  }

  async function revoke(revoked: string | undefined, changes: Changes = {}): Promise<LightMyRequestResponse> {
    return post('/oauth/revoke', { token: revoked, ...client, ...changes })
  }

  async function userinfo(accessToken: string): Promise<LightMyRequestResponse> {
    return app.inject({ url: '/oauth/userinfo', headers: { authorization: `Bearer ${accessToken}` } })
  }

  return {
    newChallenge,
    verifierOf,
    authorizeQuery,
    authorize,
    push,
    open,
    startRequest,
    internal,
    details,
    readAs,
    deny,
    attest,
    complete,
    obtainCode,
    obtainCodeOf,
    revokeGrants,
    token,
    exchange,
    refresh,
    obtainTokens,
    post,
    send,
    admin,
    introspect,
    revoke,
    userinfo,
  }
}

function requestIdOf({ headers: { location } }: LightMyRequestResponse): string | undefined {
  if (location === undefined) return undefined
  return new URL(location).searchParams.get('auth_request_id') ?? undefined
}

function parameters(fields: Changes): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
