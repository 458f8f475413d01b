import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type Attestation,
  type DataTokenKeys,
  generateDataTokenSecret,
  readDataTokenKeys,
  signDataToken,
  signJws,
} from '@countersign/data-token'

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

/**
 * Stands for the provider, the world outside of the sdk: a real server that answers as a test tells it. The code of a callback
 * is the `nonce` of its request: then the id_token that comes along with a data token is right.
 */
export async function startTestProvider() {
  const keys = await readDataTokenKeys(await generateDataTokenSecret())
  const received: Received[] = []
  const answers = new Map<string, Answer | ((request: Received) => Answer)>()

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { url: path = '', method, headers } = request
    const asked = { path, headers, form: Object.fromEntries(new URLSearchParams(await readBody(request))) }
    if (method === 'POST') received.push(asked)
    const prepared = answers.get(path) ?? { status: 404 }
    const given = typeof prepared === 'function' ? prepared(asked) : prepared
    return path === TOKENS ? addIdToken(given, { issuer, keys, nonce: asked.form['code'] }) : given
  }
  const server = createServer((request, response) => void answer(request).then((result) => send(response, result)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  answers.set(METADATA, { body: describe(issuer) })
  answers.set(KEYS, { body: { keys: keys.publicKeys } })

  return {
    issuer,
    keys,
    received,
    answerWith: (path: string, next: Answer | ((request: Received) => Answer)) => void answers.set(path, next),
    answerMetadataWith: (changes: Readonly<Record<string, unknown>>) =>
      void answers.set(METADATA, { body: { ...describe(issuer), ...changes } }),
    answerTokensWith: (next: Answer) => void answers.set(TOKENS, next),
    answerKeysWith: (next: Answer) => void answers.set(KEYS, next),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

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

type IdToken = Pick<TestProvider, 'issuer' | 'keys'> & { readonly nonce: string | undefined }

/** As the real one does where somebody is signed in, unless a test has put one there. */
function addIdToken(answer: Answer, { issuer, keys, nonce }: IdToken): Answer {
  const { body } = answer
  if (typeof body !== 'object' || body === null || !('data_token' in body) || 'id_token' in body) return answer
  if (typeof body.data_token !== 'string' || nonce === undefined) return answer
  const [, payload = ''] = body.data_token.split('.')
  const { sub }: { sub?: string } =
    payload === '' ? {} : JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
  return { ...answer, body: { ...body, id_token: makeIdToken(issuer, keys, { sub, nonce }) } }
}

/** An id_token as the provider would make it, but for the changes. */
export function makeIdToken(issuer: string, keys: DataTokenKeys, changes: object, typ = 'JWT'): string {
  const now = Math.floor(Date.now() / 1000)
  return signJws(
    { iss: issuer, sub: 'person-1', aud: 'app-1', iat: now, exp: now + 300, ...changes },
    keys.signing!,
    typ,
  )
}

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>

/** A data token as the provider would hand it on, but for the changes. */
export async function makeDataToken(
  issuer: string,
  keys: DataTokenKeys,
  changes: Partial<Attestation> & { readonly ageSeconds?: number } = {},
): Promise<string> {
  const { ageSeconds = 0, ...attestation } = changes
  const claims = { email: 'ada@example.org', name: 'Ada Lovelace' }
  return signDataToken(
    keys,
    {
      iss: issuer,
      sub: 'person-1',
      aud: 'app-1',
      auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
      claims,
      ...attestation,
    },
    { now: new Date(Date.now() - ageSeconds * 1_000), lifetimeSeconds: 300 },
  )
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
