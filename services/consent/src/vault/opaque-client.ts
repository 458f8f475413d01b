import { type Bytes, fromBase64url } from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'

/**
 * The password side of sign-up and sign-in (OPAQUE, RFC 9807): the only file that knows the library.
 *
 * Identifiers and key stretching are compiled in. Core never sends them, so nobody can weaken them from there: with
 * any other identifier or parameter the protocol fails on this side before anything of use has left the device.
 */
const IDENTIFIERS = { server: 'countersign-core/opaque/v1' }
const KEY_STRETCHING = { 'argon2id-custom': { memory: 131_072, iterations: 3, parallelism: 4 } }

/** Resolves once the WebAssembly is compiled; rejects where a policy or the browser forbids it. */
export const opaqueReady: Promise<void> = ready

export function startRegistration(password: string) {
  const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })
  return {
    registrationRequest,
    /** Stretches the password: about a second of work. The root opens the vault and never leaves the worker. */
    finish(registrationResponse: string): { registrationRecord: string; root: Bytes } {
      const { registrationRecord, exportKey } = client.finishRegistration({
        clientRegistrationState,
        registrationResponse,
        password,
        identifiers: IDENTIFIERS,
        keyStretching: KEY_STRETCHING,
      })
      return { registrationRecord, root: fromBase64url(exportKey) }
    },
  }
}

export function startSignIn(password: string) {
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  return {
    startLoginRequest,
    /** Stretches the password. Undefined when it is wrong, or when the server is not the one of the registration. */
    finish(loginResponse: string): { finishLoginRequest: string; root: Bytes } | undefined {
      const finished = client.finishLogin({
        clientLoginState,
        loginResponse,
        password,
        identifiers: IDENTIFIERS,
        keyStretching: KEY_STRETCHING,
      })
      if (!finished) return undefined
      return { finishLoginRequest: finished.finishLoginRequest, root: fromBase64url(finished.exportKey) }
    },
  }
}
