import { hashText, signJwt } from '../crypto.ts'
import type { DeviceKeys } from '../session-storage.ts'

export type SessionKeyPairs = {
  readonly keys: DeviceKeys
  /** Key pair of the replaced session: core ends everything bound to it. */
  readonly former?: DeviceKeys | undefined
}

/**
 * The session's key pair. Without a token a fresh one, since a script may have planted a stored one and kept its
 * private key. Undefined if keys cannot be stored: the session is then unbound.
 */
export type KeysFor = (token: string | undefined) => Promise<SessionKeyPairs | undefined>

export type ProvenCall = { readonly method: string; readonly url: string; readonly token: string | undefined }

/** Proves that a call comes from the session's device (RFC 9449 §4.2). */
export type SessionProofs = {
  /** Undefined without a key. */
  readonly prove: (call: ProvenCall) => Promise<string | undefined>
  /** Corrects the clock by core's `Date` header. Returns whether earlier proofs had the wrong time. */
  readonly learnTime: (date: string | null) => boolean
}

/** Half of the clock error at which core refuses proofs. */
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

/** Also proves the former key, so that core ends everything bound to it. */
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
