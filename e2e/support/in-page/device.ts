import { type CallInput, type CallName, type CallOutput, toFailure } from '@countersign/device'
import { createPasskey, type PasskeyNames } from '@countersign/web/passkey/create-passkey.ts'
import { getPasskey } from '@countersign/web/passkey/passkey.ts'
import { createVaultClient } from '@countersign/web/worker/vault-client.ts'

export { deriveRecovery, openVault, parseRecoveryKey } from '@countersign/vault'
export { computeVectors } from '@countersign/vault/vectors/compute-vectors.ts'

/** The consent client without its buttons: in its page, under its policy, with its passkey code and the built worker. */
export type PageDevice = {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  /** Answers the recovery key. */
  signUpByPasskey(): Promise<string>
  signInByPasskey(): Promise<CallOutput<'finishPasskeySignIn'>>
  /** Makes the gesture that a call needs, then repeats the call. */
  confirm<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  addPasskey(label: string): Promise<CallOutput<'addPasskey'>>
}

declare global {
  interface Window {
    device: PageDevice
  }
}

type DeviceAddresses = {
  readonly workerUrl: string
  readonly coreUrl: string
  readonly issuer: string
}

const NAMES: PasskeyNames = { service: 'Countersign', account: 'Test' }

export function createPageDevice({ workerUrl, coreUrl, issuer }: DeviceAddresses): PageDevice {
  const client = createVaultClient(async () => startWorker(workerUrl), { coreUrl, issuer, database: 'countersign' })
  const { call } = client
  const confirm: PageDevice['confirm'] = async (name, input) => {
    try {
      return await call(name, input)
    } catch (error) {
      const { purpose } = toFailure(error)
      if (!purpose || purpose.act === 'recover') throw error
      const { challengeId, options } = await call('startPasskeyStepUp', { purpose })
      await call('stepUpByPasskey', { challengeId, ...(await getPasskey(options)) })
      return call(name, input)
    }
  }
  return {
    call,
    confirm,
    async signUpByPasskey() {
      const { options } = await call('startPasskeySignUp', {})
      await call('finishPasskeySignUp', await createPasskey(options, NAMES))
      const { recoveryKey } = await call('showRecoveryKey', {})
      await call('confirmRecoveryKey', {})
      return recoveryKey
    },
    async signInByPasskey() {
      const { challengeId, options } = await call('startPasskeySignIn', {})
      return call('finishPasskeySignIn', { challengeId, ...(await getPasskey(options)) })
    },
    async addPasskey(label) {
      const { options } = await confirm('startPasskeyAddition', {})
      return call('addPasskey', { ...(await createPasskey(options, NAMES)), label })
    },
  }
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

/** Under the policy name that the page allows once: the page must not have a worker yet. */
function startWorker(url: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('countersign-worker', { createScriptURL: () => url })
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name: 'vault' })
}
