import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type Attestation,
  type DataTokenKeys,
  generateDataTokenSecret,
  readDataTokenKeys,
  signDataToken,
  signDataUpdate,
  signJws,
} from '@countersign/data-token'
import { type AppKey, sealFor } from '@countersign/data-token/testing'

export { freePort } from '@countersign/testing'

type Answer = { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> }

type Received = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly form: Readonly<Record<string, string>>
}

const TOKENS = '/oauth/token/'
const KEYS = '/.well-known/jwks.json'
const METADATA = '/.well-known/oauth-authorization-server'
const REQUEST = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace' }

/**
 * Stands for the provider, the world outside of the sdk: a real server that answers as a test tells it. The code of a callback
 * is the `nonce` of its request, so that a matching id_token can come with the data token.
 */
export async function startTestProvider({ clientId = 'app-1' } = {}) {
  const keys = await readDataTokenKeys(await generateDataTokenSecret())
  const received: Received[] = []
  const answers = new Map<string, Answer | ((request: Received) => Answer)>()

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { url: path = '', method, headers } = request
    const asked = { path, headers, form: Object.fromEntries(new URLSearchParams(await readBody(request))) }
    if (method === 'POST') received.push(asked)
    const prepared = answers.get(path) ?? { status: 404 }
    const given = typeof prepared === 'function' ? prepared(asked) : prepared
    return path === TOKENS ? addIdToken(given, asked.form['code']) : given
  }
  const server = createServer((request, response) => void answer(request).then((result) => send(response, result)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  answers.set(METADATA, { body: describe(issuer) })
  answers.set(KEYS, { body: { keys: keys.publicKeys } })

  /** An id_token like the provider's, with changes. */
  const makeIdToken = (
    changes: object,
    { typ = 'JWT', by = keys }: { typ?: string | undefined; by?: DataTokenKeys } = {},
  ) => {
    const now = Math.floor(Date.now() / 1000)
    return signJws(
      { iss: issuer, sub: 'person-1', aud: clientId, iat: now, exp: now + 300, ...changes },
      by.signing!,
      typ,
    )
  }

  /** Adds the id_token for the subject of a data token, unless the test has put one there. */
  const addIdToken = (given: Answer, nonce: string | undefined): Answer => {
    const { body } = given
    if (typeof body !== 'object' || body === null || !('data_token' in body) || 'id_token' in body) return given
    if (typeof body.data_token !== 'string' || nonce === undefined) return given
    const [, payload = ''] = body.data_token.split('.')
    const { sub }: { sub?: string } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
    return { ...given, body: { ...body, id_token: makeIdToken({ sub, nonce }) } }
  }

  /** A data token like the provider's, with changes. */
  const makeDataToken = (
    { ageSeconds = 0, ...changes }: Partial<Attestation> & { readonly ageSeconds?: number } = {},
    by = keys,
  ) =>
    signDataToken(
      by,
      { iss: issuer, ...REQUEST, aud: clientId, claims: CLAIMS, ...changes },
      { now: new Date(Date.now() - ageSeconds * 1_000), lifetimeSeconds: 300 },
    )

  /** A data update like the provider's, with changes inside and outside of the seal. */
  const makeDataUpdate = async (
    key: Pick<AppKey, 'publicJwk'>,
    { version = 1, by = keys, ageSeconds = 0, grantEndsAt, ...sealed }: Update = {},
  ) => {
    const attestation = { iss: issuer, ...REQUEST, ...sealed.outer, version }
    const claims = await sealClaims(key, { ...sealed, inner: { ...sealed.outer, version, ...sealed.inner } })
    const now = new Date(Date.now() - ageSeconds * 1_000)
    return signDataUpdate(by, { ...attestation, ...claims }, { now, grantEndsAt })
  }

  return {
    issuer,
    keys,
    received,
    makeDataUpdate,
    /** Settings of the one app that it knows. */
    registered: { issuer, clientId, redirectUri: 'http://localhost:8090/callback' },
    makeIdToken,
    makeDataToken,
    /** The path that the browser comes back to. */
    callback: (flow: { readonly state: string; readonly nonce?: string | undefined }, changes: object = {}) =>
      `/callback?${new URLSearchParams({ code: flow.nonce ?? '', state: flow.state, iss: issuer, ...changes }).toString()}`,
    answerWith: (path: string, next: Answer | ((request: Received) => Answer)) => void answers.set(path, next),
    answerMetadataWith: (changes: Readonly<Record<string, unknown>>) =>
      void answers.set(METADATA, { body: { ...describe(issuer), ...changes } }),
    answerTokensWith: (next: Answer) => void answers.set(TOKENS, next),
    answerDataToken: (changes: Parameters<typeof makeDataToken>[0] = {}) =>
      void answers.set(TOKENS, { body: tokenBody(makeDataToken(changes)) }),
    answerKeysWith: (next: Answer) => void answers.set(KEYS, next),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>

function describe(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: issuer + TOKENS,
    jwks_uri: issuer + KEYS,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    end_session_endpoint: `${issuer}/oauth/logout`,
  }
}

type Sealed = { readonly claims?: Readonly<Record<string, string>>; readonly inner?: object; readonly header?: object }

type Update = Sealed & {
  readonly version?: number
  readonly by?: DataTokenKeys
  readonly ageSeconds?: number
  readonly grantEndsAt?: Date
  /** Changes of the signed members, which the seal names too. */
  readonly outer?: Partial<Attestation>
}

/** Claims sealed like a device's, as a data token carries them; with changes inside the seal and to its header. */
export async function sealClaims(
  key: Pick<AppKey, 'publicJwk'>,
  { claims = CLAIMS, inner = {}, header = {} }: Sealed = {},
) {
  const claims_jwe = await sealFor(key, { claims, ...REQUEST, ...inner }, { ...header })
  return { claims: {}, claim_names: Object.keys(claims), claims_jwe }
}

export function tokenBody(dataToken?: string) {
  return {
    access_token: 'cs_at_1',
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: 'cs_rt_1',
    scope: 'openid email',
    ...(dataToken !== undefined && { data_token: dataToken }),
  }
}

function send(response: ServerResponse, { status = 200, body, headers = {} }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
