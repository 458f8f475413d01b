import { createHash, randomUUID } from 'node:crypto'
import type { RecoverySignInRequest, RegisterFinishRequest } from '@countersign/contracts'
import { server } from '@serenity-kit/opaque'
import type { FastifyInstance } from 'fastify'
import { type FakeState, refuse, signIn, signInOrStepUp } from './fake-account.ts'

const IDENTIFIERS = { server: 'countersign-core/opaque/v1' }

type Body = Record<string, string>

/** Sign-up and sign-in by password, and the recovery key. */
export function mountPasswords(app: FastifyInstance, state: FakeState): void {
  mountSignUp(app, state)
  mountSignIn(app, state)
  app.post<{ Body: RecoverySignInRequest }>('/api/session/recovery/', async ({ body }, reply) => {
    const hash = createHash('sha256').update(Buffer.from(body.rec_auth, 'base64url')).digest('base64url')
    const account = [...state.accounts.values()].find(({ recovery }) => recovery.rec_id === body.rec_id)
    return account?.recovery.auth_sha256 === hash ? signIn(account) : refuse(reply, 401, 'invalid_credentials')
  })
}

type NewRegistration = {
  readonly login: string
  readonly registrationRequest: string
  readonly userId?: string
}

/** What core answers to the first half of a registration. */
export function startRegistration(
  { registrations, serverSetup }: FakeState,
  { login, registrationRequest, userId = randomUUID() }: NewRegistration,
) {
  const id = randomUUID()
  registrations.set(id, { login, userId })
  const answer = server.createRegistrationResponse({
    serverSetup,
    userIdentifier: login,
    registrationRequest,
  })
  return { registration_id: id, user_id: userId, registration_response: answer.registrationResponse }
}

function mountSignUp(app: FastifyInstance, state: FakeState): void {
  const { accounts, registrations } = state
  app.post<{ Body: Body }>('/api/account/register/start/', async ({ body }) =>
    startRegistration(state, {
      login: body['login'] ?? '',
      registrationRequest: body['registration_request'] ?? '',
    }),
  )
  app.post<{ Body: RegisterFinishRequest }>('/api/account/register/finish/', async ({ body }, reply) => {
    const { login, userId } = registrations.get(body.registration_id) ?? { login: '', userId: '' }
    if (accounts.has(login)) return refuse(reply, 409, 'login_taken')
    const { vault_id, head, unlock, recovery } = body.vault
    const password = { login, record: body.registration_record }
    const vault = { vault_id, head, unlock, items: [] }
    const account = { userId, password, recovery, vault, activity: [], tokens: new Set<string>() }
    accounts.set(login, account)
    return reply.code(201).send(signIn(account))
  })
}

function mountSignIn(app: FastifyInstance, state: FakeState): void {
  const signIns = new Map<string, { login: string; state: string }>()
  app.post<{ Body: Body }>('/api/session/password/start/', async ({ body }) => {
    const { login = '', start_login_request: startLoginRequest = '' } = body
    const started = server.startLogin({
      serverSetup: state.serverSetup,
      userIdentifier: login,
      registrationRecord: state.accounts.get(login)?.password?.record,
      startLoginRequest,
      identifiers: IDENTIFIERS,
    })
    const id = randomUUID()
    signIns.set(id, { login, state: started.serverLoginState })
    return { login_id: id, login_response: started.loginResponse }
  })
  app.post<{ Body: Body }>('/api/session/password/finish/', async ({ body, headers }, reply) => {
    const { login, state: serverLoginState } = signIns.get(body['login_id'] ?? '') ?? { login: '', state: '' }
    const finishLoginRequest = body['finish_login_request'] ?? ''
    server.finishLogin({ serverLoginState, finishLoginRequest, identifiers: IDENTIFIERS })
    const account = state.accounts.get(login)
    return account ? signInOrStepUp(state, headers, account) : refuse(reply, 401, 'invalid_credentials')
  })
}
