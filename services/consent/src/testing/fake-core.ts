import { randomUUID } from 'node:crypto'
import type { RegisterFinishRequest, VaultSnapshot } from '@countersign/contracts'
import { etagOf } from '@countersign/vault'
import { ready, server } from '@serenity-kit/opaque'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

interface Account {
  readonly userId: string
  readonly record: string
  vault: VaultSnapshot
}

interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
  /** More often than once. */
  readonly times?: number
}

/** What a test may change while core runs. */
export interface FakeCore {
  readonly url: string
  /** Every request that came in, as `METHOD path` and its body. */
  readonly seen: { readonly call: string; readonly body: unknown }[]
  readonly accounts: Map<string, Account>
  /** Answers instead of the route, once; `lost` closes the connection after the work was done. */
  readonly once: Map<string, Refusal | 'lost'>
  readonly close: () => Promise<void>
}

const IDENTIFIERS = { server: 'countersign-core/opaque/v1' }

/** Core as the page sees it: the real password protocol, vaults in memory, and no throttle. */
export async function startFakeCore(): Promise<FakeCore> {
  await ready
  const app = Fastify()
  const state = {
    seen: [] as FakeCore['seen'],
    accounts: new Map<string, Account>(),
    once: new Map() as FakeCore['once'],
  }
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
  app.addHook('onSend', async (request, reply) => {
    const call = `${request.method} ${request.url}`
    if (state.once.get(call) !== 'lost') return
    state.once.delete(call)
    reply.raw.destroy()
  })
  mountAccounts(app, state.accounts)
  mountVaults(app, state.accounts)
  mountRequests(app)
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), ...state, close: () => app.close() }
}

type Body = Record<string, string>

function mountAccounts(app: FastifyInstance, accounts: Map<string, Account>): void {
  const serverSetup = server.createSetup()
  const registrations = new Map<string, { login: string; userId: string }>()
  const signIns = new Map<string, { login: string; state: string }>()
  const signedIn = (account: Account) => ({ session_token: account.userId, user_id: account.userId })

  app.post<{ Body: Body }>('/api/account/register/start/', async ({ body }) => {
    const { login = '', registration_request: registrationRequest = '' } = body
    const answer = server.createRegistrationResponse({ serverSetup, userIdentifier: login, registrationRequest })
    const id = randomUUID()
    registrations.set(id, { login, userId: randomUUID() })
    const userId = registrations.get(id)?.userId
    return { registration_id: id, user_id: userId, registration_response: answer.registrationResponse }
  })
  app.post<{ Body: RegisterFinishRequest }>('/api/account/register/finish/', async ({ body }, reply) => {
    const { login, userId } = registrations.get(body.registration_id) ?? { login: '', userId: '' }
    if (accounts.has(login)) return refuse(reply, 409, 'login_taken')
    const { vault_id, head, unlock } = body.vault
    const account = { userId, record: body.registration_record, vault: { vault_id, head, unlock, items: [] } }
    accounts.set(login, account)
    return reply.code(201).send(signedIn(account))
  })
  app.post<{ Body: Body }>('/api/session/password/start/', async ({ body }) => {
    const { login = '', start_login_request: startLoginRequest = '' } = body
    const started = server.startLogin({
      serverSetup,
      userIdentifier: login,
      registrationRecord: accounts.get(login)?.record,
      startLoginRequest,
      identifiers: IDENTIFIERS,
    })
    const id = randomUUID()
    signIns.set(id, { login, state: started.serverLoginState })
    return { login_id: id, login_response: started.loginResponse }
  })
  app.post<{ Body: Body }>('/api/session/password/finish/', async ({ body }, reply) => {
    const { login, state } = signIns.get(body['login_id'] ?? '') ?? { login: '', state: '' }
    const finishLoginRequest = body['finish_login_request'] ?? ''
    server.finishLogin({ serverLoginState: state, finishLoginRequest, identifiers: IDENTIFIERS })
    const account = accounts.get(login)
    return account ? signedIn(account) : refuse(reply, 401, 'invalid_credentials')
  })
}

function mountVaults(app: FastifyInstance, accounts: Map<string, Account>): void {
  const find = (header: string | undefined) =>
    [...accounts.values()].find(({ userId }) => header === `Bearer ${userId}`)

  app.get('/api/vault/', async ({ headers }, reply) => {
    return find(headers.authorization)?.vault ?? refuse(reply, 401, 'invalid_session')
  })
  app.post<{ Body: { head: VaultSnapshot['head']; put: VaultSnapshot['items']; delete: string[] } }>(
    '/api/vault/commits/',
    async ({ headers, body }, reply) => {
      const account = find(headers.authorization)
      if (!account) return refuse(reply, 401, 'invalid_session')
      const { vault } = account
      if (headers['if-match'] !== (await etagOf(vault.vault_id, vault.head))) return refuse(reply, 412, 'stale_vault')
      const gone = new Set([...body.delete, ...body.put.map(({ id }) => id)])
      const items = [...vault.items.filter(({ id }) => !gone.has(id)), ...body.put]
      account.vault = { ...vault, head: body.head, items }
      return { gen: body.head.gen }
    },
  )
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
  app.delete('/api/session/', async (_request, reply) => reply.code(204).send())
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: 'Refused.', code })
}
