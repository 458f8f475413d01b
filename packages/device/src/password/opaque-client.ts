import { type Bytes, fromBase64url } from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import { ClientError } from '../failure.ts'

/**
 * OPAQUE (RFC 9807). Identifiers and key stretching are compiled in, so that core cannot weaken them: with other
 * parameters the protocol fails before anything useful leaves the device.
 */
const IDENTIFIERS = { server: 'countersign-core/opaque/v1' }
const KEY_STRETCHING: KeyStretching = { memory: 131_072, iterations: 3, parallelism: 4 }

/** Argon2id (RFC 9106 §3.1); `memory` in KiB. */
export type KeyStretching = {
  readonly memory: number
  readonly iterations: number
  readonly parallelism: number
}

export type OpaqueOptions = {
  /** Server keys to accept at a registration or sign-in; any if empty. */
  readonly pinnedServerKeys?: readonly string[] | undefined
  /** For tests: weaker parameters make a weaker registration. */
  readonly keyStretching?: KeyStretching | undefined
}

/** Rejects if WebAssembly is forbidden or missing. */
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
     * Stretches the password, for about a second.
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
     * Stretches the password. Undefined if it is wrong, or the server is another one.
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
