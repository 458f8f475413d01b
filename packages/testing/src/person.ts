import { createHash } from 'node:crypto'
import {
  createVault,
  deriveRecovery,
  formatRecoveryKey,
  fromBase64url,
  newRecoveryKey,
  type OpenVault,
  toBase64url,
} from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import { type Call, expectStatus } from './call.ts'

/** Stretching is the client's own choice: next to none here, so that tests are fast. */
const keyStretching = { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } }
const identifiers = { server: 'countersign-core/opaque/v1' }
const PASSWORD = 'correct horse battery staple'

/** A person with an account, signed in, with everything that only their device knows. */
export type Person = {
  readonly login: string
  readonly password: string
  readonly userId: string
  readonly sessionToken: string
  readonly recoveryKey: string
  readonly exportKey: string
  readonly vault: OpenVault
}

/** Makes an account through the real endpoints, with a real OPAQUE client and a real vault. */
export async function signUp(call: Call, login: string): Promise<Person> {
  await ready
  const password = PASSWORD
  const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })
  const start = { login, registration_request: registrationRequest }
  const started = expectStatus(200, await call({ method: 'POST', path: '/api/account/register/start/', body: start }))
  const { registrationRecord, exportKey } = client.finishRegistration({
    password,
    registrationResponse: String(started['registration_response']),
    clientRegistrationState,
    identifiers,
    keyStretching,
  })
  const userId = String(started['user_id'])
  const { newVault, vault, recoveryKey } = await prepareVault(userId, exportKey)
  const finish = {
    registration_id: started['registration_id'],
    registration_record: registrationRecord,
    vault: newVault,
  }
  const finished = expectStatus(
    201,
    await call({ method: 'POST', path: '/api/account/register/finish/', body: finish }),
  )
  return { login, password, userId, sessionToken: String(finished['session_token']), recoveryKey, exportKey, vault }
}

async function prepareVault(userId: string, exportKey: string) {
  const key = newRecoveryKey()
  const recovery = await deriveRecovery(key)
  const { vault, snapshot } = await createVault({
    userId,
    methods: [
      { type: 'opaque', root: fromBase64url(exportKey) },
      { type: 'recovery', root: recovery.root },
    ],
    device: 'test device',
    wroteAt: new Date(),
  })
  const auth_sha256 = createHash('sha256').update(recovery.recAuth).digest('base64url')
  const newVault = {
    vault_id: snapshot.vault_id,
    head: snapshot.head,
    unlock: snapshot.unlock,
    recovery: { rec_id: toBase64url(recovery.recId), auth_sha256 },
  }
  return { newVault, vault, recoveryKey: await formatRecoveryKey(key) }
}
