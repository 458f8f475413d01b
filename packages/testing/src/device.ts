import { createHash } from 'node:crypto'
import type { RegisterStartResponse } from '@countersign/contracts'
import {
  createVault,
  deriveRecovery,
  formatRecoveryKey,
  fromBase64url,
  newRecoveryKey,
  type OpenVault,
  type RecoverySecrets,
  toBase64url,
} from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'

/** Stretching is the client's own choice: next to none here, so that tests are fast. */
export const keyStretching = { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } }
export const identifiers = { server: 'countersign-core/opaque/v1' }

/** Everything that a device makes at a sign-up, and the message it sends of it. */
export type Registration = {
  readonly body: RegistrationBody
  readonly vault: OpenVault
  readonly recovery: RecoverySecrets
  readonly recoveryKey: string
  readonly exportKey: string
}

type RegistrationBody = Awaited<ReturnType<typeof describeVault>> & {
  readonly registration_id: string
  readonly registration_record: string
}

/** A device's half of a sign-up, with a real OPAQUE client and a real vault: the first message, and how to answer. */
export async function startRegistration(password: string) {
  await ready
  const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })

  async function finish(started: RegisterStartResponse): Promise<Registration> {
    const { registrationRecord, exportKey } = client.finishRegistration({
      password,
      registrationResponse: started.registration_response,
      clientRegistrationState,
      identifiers,
      keyStretching,
    })
    const key = newRecoveryKey()
    const recovery = await deriveRecovery(key)
    const { vault, snapshot } = await createVault({
      userId: started.user_id,
      methods: [
        { type: 'opaque', root: fromBase64url(exportKey) },
        { type: 'recovery', root: recovery.root },
      ],
      device: 'test device',
      wroteAt: new Date(),
    })
    const message = { registration_id: started.registration_id, registration_record: registrationRecord }
    const body = { ...message, ...(await describeVault(snapshot, recovery)) }
    return { body, vault, recovery, recoveryKey: await formatRecoveryKey(key), exportKey }
  }

  return { registrationRequest, finish }
}

type Snapshot = Awaited<ReturnType<typeof createVault>>['snapshot']

async function describeVault({ vault_id, head, unlock }: Snapshot, { recId, recAuth }: RecoverySecrets) {
  const auth_sha256 = createHash('sha256').update(recAuth).digest('base64url')
  return { vault: { vault_id, head, unlock, recovery: { rec_id: toBase64url(recId), auth_sha256 } } }
}
