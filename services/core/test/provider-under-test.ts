import { type StartedProvider, startProvider } from '@countersign/provider/testing'
import type { Database } from '@countersign/service'
import type { Engine } from '@countersign/testing'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { CoreConfig } from '../src/index.ts'

export { REDIRECT_URI, SERVICE_TOKEN } from '@countersign/provider/testing'

type Told = { readonly status: number; readonly type: string; readonly body: string }

/** Answers in the provider's place; `truth` is what it would say itself. */
type Lie = (path: string, truth: () => Promise<Told>) => Promise<Told>

type Received = { readonly path: string; readonly headers: FastifyRequest['headers']; readonly body: unknown }

export type ProviderUnderTest = {
  /** What core talks to: it passes everything on, unless it is to lie. */
  readonly proxy: FastifyInstance
  readonly received: Received[]
  lie: Lie | undefined
  /** The provider itself, on core's database and with its keys; started when it is first needed. */
  real(): Promise<StartedProvider>
  close(): Promise<void>
}

type Parts = { readonly engine: Engine; readonly database: Database; readonly config: CoreConfig }

/** The real provider, behind a thin proxy that can lie. */
export function proxyProvider({ engine, database, config }: Parts): ProviderUnderTest {
  let started: Promise<StartedProvider> | undefined
  const proxy = Fastify()
  const provider: ProviderUnderTest = {
    proxy,
    received: [],
    lie: undefined,
    real: () => (started ??= start()),
    close: async () => {
      await proxy.close()
      await (await started)?.close()
    },
  }

  async function start(): Promise<StartedProvider> {
    const { issuer, dataTokenKeys } = config
    const settings = { issuer, consentUrl: issuer, dataTokenKeys }
    return startProvider(engine, () => new Date(), settings, { database })
  }

  proxy.removeAllContentTypeParsers()
  proxy.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  proxy.all('*', async (request, reply) => {
    const { url: path, headers } = request
    const text = typeof request.body === 'string' ? request.body : undefined
    provider.received.push({ path, headers, body: text === undefined ? undefined : JSON.parse(text) })
    const truth = async (): Promise<Told> => {
      const { app } = await provider.real()
      const method = request.method === 'POST' ? 'POST' : 'GET'
      const answer = await app.inject({ method, url: path, headers, ...(text !== undefined && { payload: text }) })
      return { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body }
    }
    const { status, type, body } = await (provider.lie ? provider.lie(path, truth) : truth())
    return reply.code(status).header('content-type', type).send(Buffer.from(body))
  })
  return provider
}

/** Says this, whatever is asked. */
export function say(status: number, body: unknown, type = 'application/json'): Lie {
  return async () => ({ status, type, body: typeof body === 'string' ? body : JSON.stringify(body) })
}

/** Changes what the provider says of successful calls to a path. */
export function twist(part: string, change: (told: Record<string, unknown>) => object): Lie {
  return async (path, truth) => {
    const told = await truth()
    if (!path.includes(part) || told.status !== 200) return told
    return { ...told, body: JSON.stringify(change(JSON.parse(told.body))) }
  }
}

/** Lets a person approve the app of the tests as any device would, up to its tokens. */
export async function allowApp(proxied: ProviderUnderTest, userId: string) {
  const provider = await proxied.real()
  const id = await provider.startRequest()
  const data_token = await provider.attest(id, { sub: userId })
  const approved = await provider.complete(id, { user_id: userId, data_token })
  const tokens = await provider.exchange(approved.json<{ authorization_code: string }>().authorization_code)
  return tokens.json<{ access_token: string; refresh_token: string }>()
}
