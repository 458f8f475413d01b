import { randomUUID } from 'node:crypto'
import type { MethodChangeRequest, PasswordMethodStartRequest } from '@countersign/contracts'
import { METHOD_OF_UNLOCK_TYPE } from '@countersign/vault'
import type { FastifyInstance } from 'fastify'
import { type Account, type FakeState, refuse, renew, sessionOf } from './fake-account.ts'
import { CREATION_OPTIONS } from './fake-passkeys.ts'
import { startRegistration } from './fake-passwords.ts'
import { applyCommit, isNewest } from './fake-vaults.ts'

/** The ways in. */
export function mountMethods(app: FastifyInstance, state: FakeState): void {
  const path = '/api/account/methods/'
  app.get(path, async ({ headers }, reply) => {
    const account = sessionOf(state, headers)
    return account ? { methods: describe(account) } : refuse(reply, 401, 'invalid_session')
  })
  app.post<{ Body: PasswordMethodStartRequest }>(`${path}password/start/`, async ({ body, headers }, reply) => {
    const account = sessionOf(state, headers)
    if (!account) return refuse(reply, 401, 'invalid_session')
    const login = body.login ?? account.password?.login ?? ''
    const { registration_request: registrationRequest } = body
    const started = startRegistration(state, { login, registrationRequest, userId: account.userId })
    return { registration_id: started.registration_id, registration_response: started.registration_response }
  })
  app.post(`${path}passkey/start/`, async ({ headers }, reply) => {
    const account = sessionOf(state, headers)
    if (!account) return refuse(reply, 401, 'invalid_session')
    return { registration_id: randomUUID(), options: CREATION_OPTIONS }
  })
  app.post<{ Body: MethodChangeRequest }>(`${path}changes/`, async ({ body, headers }, reply) => {
    const account = sessionOf(state, headers)
    if (!account) return refuse(reply, 401, 'invalid_session')
    if (!(await isNewest(account, headers['if-match']))) return refuse(reply, 412, 'stale_vault')
    applyChange(state, account, body)
    return { gen: body.commit.head.gen, methods: describe(account), signed_in: renew(account) }
  })
}

function applyChange({ accounts, registrations }: FakeState, account: Account, change: MethodChangeRequest): void {
  applyCommit(account, change.commit)
  const added = [change.add, change.recovery].flatMap((each) => (each ? [each.unlock] : []))
  const kept = account.vault.unlock.filter(({ id }) => !change.remove.includes(id))
  account.vault = { ...account.vault, unlock: [...kept, ...added] }
  if (change.recovery) {
    account.recovery = { rec_id: change.recovery.rec_id, auth_sha256: change.recovery.auth_sha256 }
  }
  if (change.add?.type !== 'password') return
  const { login } = registrations.get(change.add.registration_id) ?? { login: '' }
  for (const [name, other] of accounts) if (other === account) accounts.delete(name)
  account.password = { login, record: change.add.registration_record }
  accounts.set(login, account)
}

function describe({ vault }: Account) {
  return vault.unlock.map(({ id, type }) => ({
    unlock_id: id,
    type: METHOD_OF_UNLOCK_TYPE[type],
    created_at: '2026-11-21T12:00:00.000Z',
    last_used_at: null,
  }))
}
