import { type StartedProvider, startProvider } from '@countersign/provider/testing'
import type { Database } from '@countersign/service/sql'
import { createLyingProxy, type Engine, type Lie, type LyingProxy, type Told } from '@countersign/testing'
import { parseJsonAnswer, TransportFailure, toProviderCall } from '../src/ground/provider-client/transport.ts'
import { type AskProvider, askInProcess, type CoreConfig } from '../src/index.ts'

export { REDIRECT_URI, SERVICE_TOKEN } from '@countersign/provider/testing'

/** A proxy between core and the provider that can lie. */
export type ProviderUnderTest = LyingProxy & {
  /** The provider itself, on core's database and with its keys; started when it is first needed. */
  real(): Promise<StartedProvider>
  close(): Promise<void>
}

/** Core and provider in one process, and between them what the proxy is told to say. */
export function askCalled(provider: ProviderUnderTest, { timeoutSeconds = 5 } = {}): AskProvider {
  return askInProcess(
    async (call) => {
      const { method, path, body, network } = toProviderCall(call)
      const received = { method, path, body, headers: network ? { 'x-person-network': network } : {} }
      provider.received.push(received)
      const truth = async (): Promise<Told> => {
        const { answerCore } = await provider.real()
        const answer = await answerCore(call)
        return {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(answer.body ?? null),
        }
      }
      const told = await (provider.lie ? provider.lie(received, truth) : truth())
      if (told === 'lost') throw new TransportFailure('unreachable', 'The answer was lost.')
      return { status: told.status, body: parseJsonAnswer(told.headers['content-type'], told.body) }
    },
    { timeoutSeconds },
  )
}

type Parts = { readonly engine: Engine; readonly database: Database; readonly config: CoreConfig }

/** The real provider, behind a thin proxy that can lie. */
export function proxyProvider({ engine, database, config }: Parts): ProviderUnderTest {
  let started: Promise<StartedProvider> | undefined
  const real = () => (started ??= start())
  const proxy = createLyingProxy(async ({ path: url, method, headers, body }) => {
    const { app } = await real()
    const answer = await app.inject({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers },
      ...(body !== undefined && { payload: body }),
    })
    return {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
      body: answer.body,
    }
  })

  async function start(): Promise<StartedProvider> {
    const { issuer, dataTokenKeys, administrators, developerRegistration } = config
    const settings = { issuer, webUrl: issuer, dataTokenKeys, administrators, developerRegistration }
    return startProvider(engine, () => new Date(), settings, { database })
  }

  const close = async (): Promise<void> => {
    await proxy.app.close()
    await (await started)?.close()
  }
  return Object.assign(proxy, { real, close })
}

/** Says this, whatever is asked. */
export function say(status: number, body: unknown, type = 'application/json'): Lie {
  return async () => ({
    status,
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Changes what the provider says of successful calls to a path. */
export function twist(part: string, change: (told: Record<string, unknown>) => object): Lie {
  return async ({ path }, truth) => {
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
