import { createHash } from 'node:crypto'
import type { NewRecoveryKey, RegisterStartResponse } from '@countersign/contracts'
import {
  createVault,
  deriveRecovery,
  formatRecoveryKey,
  fromBase64url,
  newRecoveryKey,
  type OpenVault,
  type RecoverySecrets,
  toBase64url,
  type UnlockMethod,
  type UnlockRecord,
  type VaultHead,
} from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import { identifiers, keyStretching } from './person.ts'

/** Everything that a device makes at a sign-up, and the message it sends of it. */
export type Registration = {
  readonly body: RegistrationBody
  readonly vault: OpenVault
  readonly recovery: RecoverySecrets
  readonly recoveryKey: string
  readonly exportKey: string
}

type RegistrationBody = {
  readonly vault: NewDeviceVault['body']
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
    const method = { type: 'opaque', root: fromBase64url(exportKey) } as const
    const { body: vaultBody, ...made } = await prepareVault(started.user_id, method)
    const message = { registration_id: started.registration_id, registration_record: registrationRecord }
    return { body: { ...message, vault: vaultBody }, ...made, exportKey }
  }

  return { registrationRequest, finish }
}

/** A new vault with its recovery key, and what a sign-up sends of them. */
export type NewDeviceVault = {
  readonly body: {
    readonly vault_id: string
    readonly head: VaultHead
    readonly unlock: UnlockRecord[]
    readonly recovery: NewRecoveryKey
  }
  readonly vault: OpenVault
  readonly recovery: RecoverySecrets
  readonly recoveryKey: string
}

/** Makes a vault that this method opens, and a new recovery key. */
export async function prepareVault(userId: string, method: UnlockMethod): Promise<NewDeviceVault> {
  const key = newRecoveryKey()
  const recovery = await deriveRecovery(key)
  const { vault, snapshot } = await createVault({
    userId,
    methods: [method, { type: 'recovery', root: recovery.root }],
    device: 'test device',
    wroteAt: new Date(),
  })
  const { vault_id, head, unlock } = snapshot
  const body = { vault_id, head, unlock: [...unlock], recovery: describeRecoveryKey(recovery) }
  return { body, vault, recovery, recoveryKey: await formatRecoveryKey(key) }
}

/** What core gets to know of a recovery key. */
export function describeRecoveryKey({ recId, recAuth }: RecoverySecrets): NewRecoveryKey {
  return { rec_id: toBase64url(recId), auth_sha256: createHash('sha256').update(recAuth).digest('base64url') }
}
