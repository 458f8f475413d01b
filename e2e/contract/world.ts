import { createHash, randomBytes } from 'node:crypto'
import { generateDataTokenSecret } from '@countersign/data-token'
import { type Call, expectStatus, httpCaller } from '@countersign/testing'
import { createConsentCalls } from '../flow/consent-calls.ts'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { type Layout, SYSTEM_SERVICE_TOKEN, signUpOn, startSystem } from '../support/system.ts'
import { createCoreOfContract } from './core-of-contract.ts'

export type Algorithm = 'HS256' | 'ES256'
export type World = Awaited<ReturnType<typeof startWorld>>

/** A statement of the contract, and what is observed over HTTP beside what it says. */
export type Statement = readonly [statement: string, observe: (world: World) => Promise<Observation>]

type Observation = readonly [observed: unknown, expected: unknown]

type Changes = Readonly<Record<string, string | undefined>>

export const CLAIMS = { email: 'ada@example.com', name: 'Ada Lovelace' }
const SCOPES = ['email', 'profile']
const SHARED_SECRET = 'data-token-secret-for-tests-0123456789abcdef'

/** One system, one person with a session, and the steps of an app, a page and another core, as the contract has them. */
export async function startWorld(layout: Layout, algorithm: Algorithm) {
  const DATA_TOKEN_SECRET = algorithm === 'HS256' ? SHARED_SECRET : await generateDataTokenSecret()
  const system = await startSystem('postgresql', layout, { settings: { DATA_TOKEN_SECRET } })
  const person = await signUpOn(system)
  const { clientId: client_id, clientSecret: client_secret = '' } = system.client
  const provider = httpCaller(system.providerUrl)
  const consent = createConsentCalls(httpCaller(system.coreUrl), person, client_id)
  const secrets = { INTERNAL_SERVICE_TOKEN: SYSTEM_SERVICE_TOKEN, DATA_TOKEN_SECRET }
  const otherCore = createCoreOfContract({ baseUrl: system.providerUrl, ...secrets })

  /** Sends a browser to the provider, as an app does. */
  async function authorize(changes: Changes = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const asked = {
      client_id,
      redirect_uri: APP_REDIRECT_URI,
      response_type: 'code',
      scope: SCOPES.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: randomBytes(16).toString('base64url'),
      ...changes,
    }
    const sent = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const query = new URLSearchParams(sent)
    const answer = await provider({ method: 'GET', path: `/oauth/authorize?${query.toString()}` })
    return { answer, verifier, state: asked.state ?? '' }
  }

  /** Starts a request that is pending. */
  async function start(changes: Changes = {}) {
    const { answer, ...rest } = await authorize(changes)
    const consentPage = new URL(answer.headers.get('location') ?? 'none:')
    return { ...rest, consentPage, id: consentPage.searchParams.get('auth_request_id') ?? '' }
  }

  /** Has the page attest and complete, up to a code. */
  async function approve(scopes = SCOPES, claims: object = CLAIMS) {
    const started = await start()
    return { ...started, ...(await consent.approve(started.id, { claims }, scopes)) }
  }

  function exchange({ code, verifier }: { readonly code: string; readonly verifier: string }, changes: Changes = {}) {
    const form = { grant_type: 'authorization_code', redirect_uri: APP_REDIRECT_URI, client_id, client_secret }
    return provider({
      method: 'POST',
      path: '/oauth/token/',
      body: { ...form, code, code_verifier: verifier, ...changes },
    })
  }

  /** The six claims of a data token, for a request. */
  function claimsFor(id: string) {
    return { sub: person.userId, aud: client_id, auth_request_id: id, claims: CLAIMS }
  }

  /** Has the other core complete a request. */
  function completeElsewhere(
    id: string,
    { claims = {}, ...changes }: { readonly claims?: object; data_token?: string } = {},
  ) {
    const data_token = otherCore.attest({ ...claimsFor(id), ...claims })
    const completion = { auth_request_id: id, user_id: person.userId, approved_scopes: SCOPES, data_token, ...changes }
    return otherCore.complete(completion)
  }

  return {
    system,
    person,
    provider,
    consent,
    otherCore,
    algorithm,
    client_id,
    authorize,
    start,
    approve,
    exchange,
    claimsFor,
    completeElsewhere,
    ...secrets,
    tokensOf: async (approved: { readonly code: string; readonly verifier: string }) =>
      expectStatus(200, await exchange(approved)),
    statusOf: async (id: string) => expectStatus(200, await otherCore.details(id))['status'],
    close: () => system.close(),
  }
}

/** A refusal as the contract writes it: `{ error: <string> }`. The code that we add to it, or in its place. */
export function codeOf({ status, body }: Awaited<ReturnType<Call>>): string {
  const { error, code = error } = body
  if (status >= 400 && typeof error === 'string' && typeof code === 'string') return code
  return `no refusal: ${status} ${JSON.stringify(body)}`
}

export function partsOf(token: string): {
  readonly header: Record<string, unknown>
  readonly payload: Record<string, unknown>
} {
  const [header, payload] = token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { header, payload }
}
