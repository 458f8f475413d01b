import { sha256 } from '@countersign/service'
import { createVault, deriveRecovery, fromBase64url, newRecoveryKey, toBase64url } from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import type { SignedInPerson } from './flow.ts'
import { type HttpClient, readFields } from './http-client.ts'

/** How hard a password is stretched is the client's choice: next to nothing here, because it is not what is measured. */
const keyStretching = { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } }
const identifiers = { server: 'countersign-core/opaque/v1' }

/** Makes an account through the real endpoints, with a real vault, and stays signed in. */
export async function signUp({ send }: HttpClient, login: string): Promise<SignedInPerson> {
  await ready
  const password = 'correct horse battery staple'
  const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })
  const { registration_id, user_id, registration_response } = readFields(
    await send({
      method: 'POST',
      path: '/api/account/register/start/',
      body: { login, registration_request: registrationRequest },
    }),
    ['registration_id', 'user_id', 'registration_response'],
  )
  const { registrationRecord, exportKey } = client.finishRegistration({
    password,
    registrationResponse: registration_response,
    clientRegistrationState,
    identifiers,
    keyStretching,
  })
  const body = {
    registration_id,
    registration_record: registrationRecord,
    vault: await newVault(user_id, exportKey),
  }
  const signedIn = await send({ method: 'POST', path: '/api/account/register/finish/', body })
  return { userId: user_id, session: readFields(signedIn, ['session_token'], 201).session_token }
}

async function newVault(userId: string, exportKey: string) {
  const recovery = await deriveRecovery(newRecoveryKey())
  const { snapshot } = await createVault({
    userId,
    methods: [
      { type: 'opaque', root: fromBase64url(exportKey) },
      { type: 'recovery', root: recovery.root },
    ],
    device: 'bench',
    wroteAt: new Date(),
  })
  return {
    vault_id: snapshot.vault_id,
    head: snapshot.head,
    unlock: snapshot.unlock,
    recovery: { rec_id: toBase64url(recovery.recId), auth_sha256: sha256(recovery.recAuth).toString('base64url') },
  }
}
