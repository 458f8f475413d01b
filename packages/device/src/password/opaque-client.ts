import { type Bytes, fromBase64url } from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import { ClientError } from '../failure.ts'

/**
 * Client side of OPAQUE (RFC 9807); the only file that uses the library. Identifiers and key stretching are compiled in, so
 * core cannot weaken them: with other parameters the protocol fails before anything useful leaves the device.
 */
const IDENTIFIERS = { server: 'countersign-core/opaque/v1' }
const KEY_STRETCHING: KeyStretching = { memory: 131_072, iterations: 3, parallelism: 4 }

/** Parameters of Argon2id (RFC 9106 §3.1); `memory` in KiB. */
export type KeyStretching = {
  readonly memory: number
  readonly iterations: number
  readonly parallelism: number
}

export type OpaqueOptions = {
  /** Public keys that the server may show at a registration, and prove at a sign-in to have; empty: any. */
  readonly pinnedServerKeys?: readonly string[] | undefined
  /** Overrides the default, for tests: weaker parameters make a weaker registration. */
  readonly keyStretching?: KeyStretching | undefined
}

/** Resolves once the WebAssembly is compiled; rejects where a policy or the browser forbids it. */
export const opaqueReady: Promise<void> = ready

export function createOpaqueClient({ pinnedServerKeys = [], keyStretching = KEY_STRETCHING }: OpaqueOptions) {
  const settings = { identifiers: IDENTIFIERS, keyStretching: { 'argon2id-custom': keyStretching } }
  const checkServer = (key: string) => {
    if (pinnedServerKeys.length > 0 && !pinnedServerKeys.includes(key)) {
      throw new ClientError({ code: 'untrusted_server' })
    }
  }
  return {
    startRegistration: (password: string) => startRegistration(password, { settings, checkServer }),
    startSignIn: (password: string) => startSignIn(password, { settings, checkServer }),
  }
}

type Protocol = {
  readonly settings: {
    readonly identifiers: typeof IDENTIFIERS
    readonly keyStretching: { readonly 'argon2id-custom': KeyStretching }
  }
  readonly checkServer: (key: string) => void
}

function startRegistration(password: string, { settings, checkServer }: Protocol) {
  const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })
  return {
    registrationRequest,
    /**
     * Stretches the password: about a second of work. The root opens the vault and never leaves the worker.
     * @throws ClientError `untrusted_server`
     */
    finish(registrationResponse: string): { registrationRecord: string; root: Bytes } {
      const finished = client.finishRegistration({
        clientRegistrationState,
        registrationResponse,
        password,
        ...settings,
      })
      checkServer(finished.serverStaticPublicKey)
      return { registrationRecord: finished.registrationRecord, root: fromBase64url(finished.exportKey) }
    },
  }
}

function startSignIn(password: string, { settings, checkServer }: Protocol) {
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  return {
    startLoginRequest,
    /**
     * Stretches the password. Undefined when it is wrong, or when the server is not the one of the registration.
     * @throws ClientError `untrusted_server`
     */
    finish(loginResponse: string): { finishLoginRequest: string; root: Bytes } | undefined {
      const finished = client.finishLogin({
        clientLoginState,
        loginResponse,
        password,
        ...settings,
      })
      if (!finished) return undefined
      checkServer(finished.serverStaticPublicKey)
      return { finishLoginRequest: finished.finishLoginRequest, root: fromBase64url(finished.exportKey) }
    },
  }
}
