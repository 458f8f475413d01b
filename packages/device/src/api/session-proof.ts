import { hashText } from '../hash.ts'
import { signJwt } from '../jwt.ts'
import type { DeviceKeys } from '../session-storage.ts'

/** The key pair of a session. */
export type SessionKeyPairs = {
  readonly keys: DeviceKeys
  /** The pair of the kept session that the new one replaces: core then ends what is bound to it. */
  readonly former?: DeviceKeys | undefined
}

/**
 * The key pair of a session, or a fresh one for a session that begins (no token): one found in the storage may be a
 * script's, which keeps the private half. Undefined where none can be kept, so that no session is bound.
 */
export type KeysFor = (token: string | undefined) => Promise<SessionKeyPairs | undefined>

/** What a proof is for: one call, by its method and address, with the token that it carries. */
export type ProvenCall = { readonly method: string; readonly url: string; readonly token: string | undefined }

/** Proves to core that a call comes from the device that a session is bound to (RFC 9449 §4.2). */
export type SessionProofs = {
  /** A proof for one call; undefined where this device has no key. */
  readonly prove: (call: ProvenCall) => Promise<string | undefined>
  /** Learns from an answer what time it is for core. Returns whether proofs were of another time until now. */
  readonly learnTime: (date: string | null) => boolean
}

/** So far the clock of a device may be off before core refuses its proofs; half of it, to be safe. */
const TOLERATED_MS = 30_000

export function createSessionProofs(keysFor: KeysFor): SessionProofs {
  let ahead = 0

  return {
    async prove(call) {
      const pairs = await keysFor(call.token)
      return pairs && proveBy(pairs, call, Math.floor((Date.now() + ahead) / 1000))
    },
    learnTime(date) {
      const time = Date.parse(date ?? '')
      if (Number.isNaN(time)) return false
      const before = ahead
      ahead = time - Date.now()
      return Math.abs(ahead - before) > TOLERATED_MS
    },
  }
}

/** Shows the former key in the same breath, so that core ends what is bound to that. */
async function proveBy({ keys, former }: SessionKeyPairs, call: ProvenCall, iat: number): Promise<string> {
  const signed = { iat, ...(former && { former: await signProof(former, call, { iat }) }) }
  return signProof(keys, call, signed)
}

type SignedBeside = { readonly iat: number; readonly former?: string }

async function signProof(
  { privateKey, publicKey }: DeviceKeys,
  { method, url, token }: ProvenCall,
  beside: SignedBeside,
): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const address = new URL(url)
  const claims = { htm: method, htu: address.origin + address.pathname, jti: crypto.randomUUID(), ...beside }
  const ath = token === undefined ? {} : { ath: await hashText(token) }
  return signJwt(privateKey, { typ: 'dpop+jwt', jwk: { kty, crv, x, y } }, { ...claims, ...ath })
}
