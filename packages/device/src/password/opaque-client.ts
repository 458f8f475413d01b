import { type Bytes, fromBase64url } from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import { ClientError } from '../failure.ts'

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

/** @param pinnedServerKeys public keys that the server may prove to have; empty: any */
export function createOpaqueClient(pinnedServerKeys: readonly string[]) {
  const checkServer = (key: string) => {
    if (pinnedServerKeys.length > 0 && !pinnedServerKeys.includes(key)) {
      throw new ClientError({ code: 'untrusted_server' })
    }
  }
  return {
    startRegistration: (password: string) => startRegistration(password, checkServer),
    startSignIn: (password: string) => startSignIn(password, checkServer),
  }
}

type CheckServer = (key: string) => void

function startRegistration(password: string, checkServer: CheckServer) {
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
        identifiers: IDENTIFIERS,
        keyStretching: KEY_STRETCHING,
      })
      checkServer(finished.serverStaticPublicKey)
      return { registrationRecord: finished.registrationRecord, root: fromBase64url(finished.exportKey) }
    },
  }
}

function startSignIn(password: string, checkServer: CheckServer) {
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
        identifiers: IDENTIFIERS,
        keyStretching: KEY_STRETCHING,
      })
      if (!finished) return undefined
      checkServer(finished.serverStaticPublicKey)
      return { finishLoginRequest: finished.finishLoginRequest, root: fromBase64url(finished.exportKey) }
    },
  }
}
