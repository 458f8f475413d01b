import { hashText, signJwt } from '../crypto.ts'
import type { DeviceKeys } from '../session-storage.ts'

/** The key pair of a session. */
export type SessionKeyPairs = {
  readonly keys: DeviceKeys
  /** Key pair of the kept session that the new one replaces: core then ends everything bound to it. */
  readonly former?: DeviceKeys | undefined
}

/**
 * The key pair of a session; a fresh one without a token, since a stored one may come from a script that keeps the
 * private half. Undefined if keys cannot be stored: the session is then not bound.
 */
export type KeysFor = (token: string | undefined) => Promise<SessionKeyPairs | undefined>

/** The call that a proof covers: its method, address and token. */
export type ProvenCall = { readonly method: string; readonly url: string; readonly token: string | undefined }

/** Proves to core that a call comes from the device that a session is bound to (RFC 9449 §4.2). */
export type SessionProofs = {
  /** A proof for one call; undefined where this device has no key. */
  readonly prove: (call: ProvenCall) => Promise<string | undefined>
  /** Corrects the clock from core's `Date` header. Returns whether earlier proofs had the wrong time. */
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
