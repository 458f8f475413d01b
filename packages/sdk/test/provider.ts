import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type Attestation,
  type DataTokenKeys,
  generateDataTokenSecret,
  readDataTokenKeys,
  signDataToken,
} from '@countersign/data-token'

export { freePort } from '@countersign/testing'

type Answer = { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> }

/** Stands for the provider, the world outside of the sdk: a real server that answers as a test tells it. */
export async function startTestProvider() {
  const keys = await readDataTokenKeys(await generateDataTokenSecret())
  const received: { readonly headers: IncomingMessage['headers']; readonly form: Record<string, string> }[] = []
  let tokenAnswer: Answer = {}
  let jwksAnswer: Answer = { body: { keys: keys.publicKeys } }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (request.url === '/.well-known/jwks.json') return jwksAnswer
    if (request.url !== '/oauth/token/' || request.method !== 'POST') return { status: 404 }
    received.push({ headers: request.headers, form: Object.fromEntries(new URLSearchParams(await readBody(request))) })
    return tokenAnswer
  }
  const server = createServer((request, response) => void answer(request).then((result) => send(response, result)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`

  return {
    issuer,
    keys,
    received,
    answerTokensWith: (next: Answer) => void (tokenAnswer = next),
    answerKeysWith: (next: Answer) => void (jwksAnswer = next),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
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
