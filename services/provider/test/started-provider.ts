import { createHash, randomBytes } from 'node:crypto'
import type { AuthorizationRequestDetails, TokenResponse } from '@countersign/contracts'
import { generateDataTokenSecret, readDataTokenKeys, signDataToken } from '@countersign/data-token'
import { UNBRANDED } from '@countersign/service/brand'
import { createHttpServer } from '@countersign/service/http'
import { type OutboundPolicy } from '@countersign/service/network'
import { type Database } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import {
  createTestDatabase,
  type Engine,
  migrateTestDatabase,
  noteUndocumented,
  refuseUndocumented,
} from '@countersign/testing'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import {
  type ClientRegistration,
  mountProvider,
  type ProviderConfig,
  providerMigrations,
  registerClient,
} from '../src/index.ts'

export const ISSUER = 'https://id.example'
export const SERVICE_TOKEN = 'service-token-for-tests-0123456789abcdef'
export const KEY_ENCRYPTION_SECRET = 'key-encryption-secret-for-tests-0123456789'
/** KEY_ENCRYPTION_SECRET during its replacement: the first seals, all open. */
export const REPLACED_SECRETS = ['the-next-key-encryption-secret-0123456789ab', KEY_ENCRYPTION_SECRET]
export const REDIRECT_URI = 'https://app.example/callback'
export const USER_ID = '7b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'

/** Light-my-request calls from 127.0.0.1: trusted, so that tests can say where a request comes from. */
const TRUSTED_PROXIES = ['127.0.0.1']

const REGISTRATION: ClientRegistration = {
  name: 'Example App',
  description: 'An app for tests.',
  redirectUris: [REDIRECT_URI, 'https://app.example/other'],
  scopes: [
    { name: 'openid', reason: '', required: false },
    { name: 'email', reason: 'To send you receipts.', required: false },
    { name: 'profile', reason: '', required: false },
  ],
}

export type TestClient = { readonly client_id: string; readonly client_secret: string | undefined }

/** A stand-in for the internet, a database that another provider is on too, or where core is. */
type Surroundings = {
  readonly core?: 'elsewhere' | 'in_process'
  readonly outbound?: OutboundPolicy
  readonly database?: Database
}

export type StartedProvider = Awaited<ReturnType<typeof startProvider>>

/** A provider on a new database with one registered app, and the steps of the flow as functions. */
export async function startProvider(
  engine: Engine,
  now: () => Date = () => new Date(),
  settings: Partial<ProviderConfig> = {},
  { outbound, database: given, core = 'elsewhere' }: Surroundings = {},
) {
  const database = given ?? (await createTestDatabase(engine, providerMigrations))
  if (given) await migrateTestDatabase(given, providerMigrations)
  const dataTokenKeys = await readDataTokenKeys(await generateDataTokenSecret())
  const log: string[] = []
  const undocumented = new Set<string>()
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void log.push(line) } })
  const config: ProviderConfig = {
    issuer: ISSUER,
    consentUrl: ISSUER,
    serviceTokens: [SERVICE_TOKEN, 'the-next-service-token-0123456789abcdef'],
    dataTokenKeys,
    requestLifetimeSeconds: 600,
    pushedRequestLifetimeSeconds: 60,
    requirePushedRequests: false,
    keyEncryptionSecrets: [KEY_ENCRYPTION_SECRET],
    keyRotationSeconds: 90 * 86_400,
    idTokenLifetimeSeconds: 300,
    grantLifetimeSeconds: 180 * 86_400,
    adminToken: undefined,
    administrators: [],
    developerRegistration: 'off',
    dynamicRegistration: 'off',
    clientMetadataHosts: undefined,
    brand: UNBRANDED,
    documentationUrl: undefined,
    // Tests fail on purpose, and often; those of the limits set their own.
    rateLimits: { failures: 1_000_000, authorize: 1_000_000, registration: 1_000_000 },
    retention: { auditDays: 365, reuseDetectionDays: 30 },
    ...settings,
  }
  const { sql, listen } = database

  /** One more process, as far as the database can tell, with other settings or the same. */
  async function startInstance(changes: Partial<ProviderConfig> = {}): Promise<FastifyInstance> {
    return (await startAnswering(changes)).instance
  }

  async function startAnswering(changes: Partial<ProviderConfig>) {
    const instance = createHttpServer({ logger, trustedProxies: TRUSTED_PROXIES })
    noteUndocumented(instance, undocumented)
    const own = { ...config, ...changes }
    const surroundings = { engine, listen, core, ...(outbound && { outbound }) }
    const answerCore = await mountProvider(instance, { sql, config: own, now, ...surroundings })
    await instance.ready()
    return { instance, answerCore }
  }

  const { instance: app, answerCore } = await startAnswering({})
  const client = await register(database, {})
  const steps = flowSteps(app, config, client)
  const close = async (): Promise<void> => {
    await app.close()
    if (!given) await database.close()
    refuseUndocumented(undocumented)
  }
  return {
    app,
    answerCore,
    database,
    dataTokenKeys,
    client,
    config,
    log,
    startInstance,
    close,
    register: (changes: Partial<ClientRegistration>) => register(database, changes),
    ...steps,
  }
}

async function register(database: Database, changes: Partial<ClientRegistration>): Promise<TestClient> {
  const { clientId, clientSecret } = await registerClient(database.sql, { ...REGISTRATION, ...changes })
  return { client_id: clientId, client_secret: clientSecret }
}

type Changes = Readonly<Record<string, string | undefined>>

function flowSteps(app: FastifyInstance, { issuer, dataTokenKeys: keys }: ProviderConfig, client: TestClient) {
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

  async function authorize(
    changes: Changes = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const query = authorizeQuery(changes)
    const response = await app.inject({ method: 'GET', url: `/oauth/authorize?${query.toString()}`, headers })
    rememberVerifier(requestIdOf(response), query.get('code_challenge'))
    return response
  }

  function rememberVerifier(key: string | null | undefined, of: string | null): void {
    const verifier = verifiers.get(of ?? '')
    if (key && verifier) verifiers.set(key, verifier)
  }

  /** Pushes a request as the registered app. */
  async function push(changes: Changes = {}, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const form = authorizeQuery({ ...client, ...changes })
    const response = await app.inject({
      method: 'POST',
      url: '/oauth/par',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: form.toString(),
    })
    rememberVerifier(response.json<{ request_uri?: string }>().request_uri, form.get('code_challenge'))
    return response
  }

  /** Opens a pushed request, as its browser does. */
  async function open(requestUri: string, changes: Changes = {}, at = app): Promise<LightMyRequestResponse> {
    const query = parameters({ client_id: client.client_id, request_uri: requestUri, ...changes })
    const response = await at.inject(`/oauth/authorize?${query.toString()}`)
    rememberVerifier(requestIdOf(response), requestUri)
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

  async function internal(
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    token: string | undefined = SERVICE_TOKEN,
  ) {
    const headers = token === undefined ? {} : { 'x-service-token': token }
    return app.inject({ method, url: `/api/auth/internal/${path}`, headers, ...(payload && { payload }) })
  }

  async function details(authRequestId: string): Promise<AuthorizationRequestDetails> {
    return (await internal('GET', `auth-request-details/?auth_request_id=${authRequestId}`)).json()
  }

  async function attest(
    authRequestId: string,
    changes: Partial<Parameters<typeof signDataToken>[1]> = {},
    now = new Date(),
  ) {
    const attestation = {
      iss: issuer,
      sub: USER_ID,
      aud: client.client_id,
      auth_request_id: authRequestId,
      claims: { email: 'ada@example.com' },
    }
    return signDataToken(keys, { ...attestation, ...changes }, { now, lifetimeSeconds: 300 })
  }

  async function complete(authRequestId: string, changes: Readonly<Record<string, unknown>> = {}) {
    const data_token = 'data_token' in changes ? undefined : await attest(authRequestId)
    const body = {
      auth_request_id: authRequestId,
      user_id: USER_ID,
      approved_scopes: ['openid', 'email'],
      data_token,
      ...changes,
    }
    const response = await internal('POST', 'consent-complete/', body)
    rememberVerifier(response.json<{ authorization_code?: string }>().authorization_code, authRequestId)
    return response
  }

  /** Goes through the flow up to a code. */
  async function obtainCode(changes: Changes = {}): Promise<string> {
    const response = await complete(await startRequest(changes))
    return response.json<{ authorization_code: string }>().authorization_code
  }

  async function requestToken(
    fields: Changes,
    headers: Record<string, string> = {},
    at = app,
  ): Promise<LightMyRequestResponse> {
    return at.inject({
      method: 'POST',
      url: '/oauth/token/',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: parameters(fields).toString(),
    })
  }

  async function exchange(code: string, changes: Changes = {}): Promise<LightMyRequestResponse> {
    return requestToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifierOf(code),
      ...client,
      ...changes,
    })
  }

  async function refresh(refreshToken: string, changes: Changes = {}): Promise<LightMyRequestResponse> {
    return requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken, ...client, ...changes })
  }

  /** Goes through the whole flow. */
  async function obtainTokens(
    changes: Changes = {},
  ): Promise<Required<Pick<TokenResponse, 'data_token' | 'refresh_token'>> & TokenResponse> {
    return (await exchange(await obtainCode(changes))).json()
  }

  async function post(url: string, fields: Changes, headers: Record<string, string> = {}) {
    return app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: parameters(fields).toString(),
    })
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
    attest,
    complete,
    obtainCode,
    token: requestToken,
    exchange,
    refresh,
    obtainTokens,
    post,
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
