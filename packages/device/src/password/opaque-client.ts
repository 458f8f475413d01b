import { fromBase64url } from '@countersign/vault'
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
  const rootFrom = (exportKey: string, key: string) => {
    if (pinnedServerKeys.length > 0 && !pinnedServerKeys.includes(key)) {
      throw new ClientError({ code: 'untrusted_server' })
    }
    return fromBase64url(exportKey)
  }
  return {
    startRegistration(password: string) {
      const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })
      /** Stretches the password, for about a second. @throws ClientError `untrusted_server` */
      const finish = (registrationResponse: string) => {
        const input = { clientRegistrationState, registrationResponse, password, ...settings }
        const finished = client.finishRegistration(input)
        return {
          registrationRecord: finished.registrationRecord,
          root: rootFrom(finished.exportKey, finished.serverStaticPublicKey),
        }
      }
      return { registrationRequest, finish }
    },
    startSignIn(password: string) {
      const { clientLoginState, startLoginRequest } = client.startLogin({ password })
      /** Undefined if the password is wrong, or the server is another one. @throws ClientError `untrusted_server` */
      const finish = (loginResponse: string) => {
        const finished = client.finishLogin({ clientLoginState, loginResponse, password, ...settings })
        return (
          finished && {
            finishLoginRequest: finished.finishLoginRequest,
            root: rootFrom(finished.exportKey, finished.serverStaticPublicKey),
          }
        )
      }
      return { startLoginRequest, finish }
    },
  }
}
