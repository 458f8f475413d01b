import { ready, server } from '@serenity-kit/opaque'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type Account, type FakeState, refuse, sessionOf } from './fake-account.ts'
import { mountMethods } from './fake-methods.ts'
import { mountPasskeys } from './fake-passkeys.ts'
import { mountPasswords } from './fake-passwords.ts'
import { mountVaults } from './fake-vaults.ts'

type Refusal = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
  /** More often than once. */
  readonly times?: number
}

/** What a test may change while core runs. */
export type FakeCore = {
  readonly url: string
  /** Every request that came in, as `METHOD path` and its body. */
  readonly seen: { readonly call: string; readonly body: unknown }[]
  /** By login name, or by user id where there is none. */
  readonly accounts: Map<string, Account>
  /** Answers instead of the route, once; `lost` closes the connection after the work was done. */
  readonly once: Map<string, Refusal | 'lost'>
  /** Changes what a route answers, for as long as it is set: a core that lies. */
  readonly lies: Map<string, (answer: never) => unknown>
  readonly close: () => Promise<void>
}

/** Core as the page sees it: the real password protocol, vaults in memory kept honestly, and no throttle. */
export async function startFakeCore(): Promise<FakeCore> {
  await ready
  const app = Fastify()
  const state: FakeState & Pick<FakeCore, 'seen' | 'once' | 'lies'> = {
    seen: [],
    accounts: new Map(),
    serverSetup: server.createSetup(),
    registrations: new Map(),
    once: new Map(),
    lies: new Map(),
  }
  addHooks(app, state)
  mountPasswords(app, state)
  mountPasskeys(app, state)
  mountVaults(app, state)
  mountMethods(app, state)
  mountRequests(app)
  mountAccount(app, state)
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), ...state, close: () => app.close() }
}

function addHooks(app: FastifyInstance, state: Pick<FakeCore, 'seen' | 'once' | 'lies'>): void {
  app.addHook('preHandler', async (request, reply) => {
    const call = `${request.method} ${request.url}`
    state.seen.push({ call, body: request.body })
    const answer = state.once.get(call)
    if (answer === undefined || answer === 'lost') return
    const { times = 1 } = answer
    if (times > 1) state.once.set(call, { ...answer, times: times - 1 })
    else state.once.delete(call)
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body)
  })
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const lie = state.lies.get(`${request.method} ${request.url}`)
    return lie ? lie(payload as never) : payload
  })
  app.addHook('onSend', async (request, reply) => {
    const call = `${request.method} ${request.url}`
    if (state.once.get(call) !== 'lost') return
    state.once.delete(call)
    reply.raw.destroy()
  })
}

function mountRequests(app: FastifyInstance): void {
  const path = '/api/internal/oauth/requests/:id/'
  app.post('/api/internal/attest-data/', async () => ({ data_token: 'a.b.c' }))
  app.post(`${path}complete/`, async () => ({
    redirect_uri: 'https://books.example/cb',
    authorization_code: 'cs_ac_1',
    state: 's',
  }))
  app.post(`${path}deny/`, async () => ({
    redirect_uri: 'https://books.example/cb',
    error: 'access_denied',
    state: 's',
  }))
  app.get(path, async (_request, reply) => refuse(reply, 404, 'not_found'))
}

function mountAccount(app: FastifyInstance, state: FakeState): void {
  const done = async (_request: unknown, reply: FastifyReply) => reply.code(204).send()
  app.delete('/api/session/', done)
  app.delete('/api/sessions/', done)
  app.delete('/api/sessions/:id/', done)
  app.delete('/api/account/grants/:id/', done)
  app.get('/api/account/grants/', async () => ({ grants: [] }))
  app.get('/api/sessions/', async () => ({ sessions: [] }))
  app.get('/api/account/events/', async () => ({ events: [], next_cursor: null }))
  app.get('/api/account/export/', async () => ({ user_id: 'x' }))
  app.post('/api/account/delete/', async ({ headers }, reply) => {
    const account = sessionOf(state, headers)
    for (const [name, other] of state.accounts) if (other === account) state.accounts.delete(name)
    return reply.code(204).send()
  })
}
