import { randomUUID } from 'node:crypto'
import type {
  PasskeyCreationOptions,
  PasskeyFinishRequest,
  PasskeyRegisterFinishRequest,
  PasskeyRequestOptions,
} from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { type FakeState, refuse, signIn, signInOrStepUp } from './fake-account.ts'

export const CREATION_OPTIONS: PasskeyCreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: '' },
  user: { id: 'dXNlcg', name: '', displayName: '' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

const REQUEST_OPTIONS: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 60_000,
  userVerification: 'required',
}

/** Sign-up and sign-in by passkey. No signature is looked at: what the fake is for is the vault. */
export function mountPasskeys(app: FastifyInstance, state: FakeState): void {
  const started = new Map<string, string>()
  app.post('/api/account/register/passkey/start/', async () => {
    const [id, userId] = [randomUUID(), randomUUID()]
    started.set(id, userId)
    return { registration_id: id, user_id: userId, options: CREATION_OPTIONS }
  })
  app.post<{ Body: PasskeyRegisterFinishRequest }>('/api/account/register/passkey/finish/', async ({ body }, reply) => {
    const userId = started.get(body.registration_id)
    if (userId === undefined) return refuse(reply, 410, 'registration_expired')
    started.delete(body.registration_id)
    const { vault_id, head, unlock, recovery } = body.vault
    const vault = { vault_id, head, unlock, items: [] }
    const account = { userId, recovery, vault, activity: [], tokens: new Set<string>() }
    state.accounts.set(userId, account)
    return reply.code(201).send(signIn(account))
  })
  app.post('/api/session/passkey/start/', async () => ({ challenge_id: randomUUID(), options: REQUEST_OPTIONS }))
  app.post<{ Body: PasskeyFinishRequest }>('/api/session/passkey/finish/', async ({ body, headers }, reply) => {
    const account = [...state.accounts.values()].find(({ vault }) =>
      vault.unlock.some(({ type, bind }) => type === 'prf' && bind === body.response.id),
    )
    return account ? signInOrStepUp(state, headers, account) : refuse(reply, 401, 'invalid_credentials')
  })
}
