import { hashText, signJwt } from '../crypto.ts'
import type { DeviceKeys } from '../session-storage.ts'

export type SessionKeyPairs = {
  readonly keys: DeviceKeys
  /** Key pair of the replaced session: core ends everything bound to it. */
  readonly former?: DeviceKeys | undefined
}

/** Fresh without a token: a script may have planted a stored one. Undefined if keys cannot be stored: no binding. */
export type KeysFor = (token: string | undefined) => Promise<SessionKeyPairs | undefined>

type ProvenCall = { readonly method: string; readonly url: string; readonly token: string | undefined }

export type SessionProofs = ReturnType<typeof createSessionProofs>

/** Half of the clock error at which core refuses proofs. */
const TOLERATED_MS = 30_000

/** Proves that calls come from the session's device (RFC 9449 §4.2). */
export function createSessionProofs(keysFor: KeysFor) {
  let ahead = 0

  return {
    async prove(call: ProvenCall) {
      const pairs = await keysFor(call.token)
      return pairs && proveBy(pairs, call, Math.floor((Date.now() + ahead) / 1000))
    },
    /** Corrects the clock by core's `Date` header. Returns whether earlier proofs had the wrong time. */
    learnTime(date: string | null) {
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
) {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const address = new URL(url)
  const claims = { htm: method, htu: address.origin + address.pathname, jti: crypto.randomUUID(), ...beside }
  const ath = token === undefined ? {} : { ath: await hashText(token) }
  return signJwt(privateKey, { typ: 'dpop+jwt', jwk: { kty, crv, x, y } }, { ...claims, ...ath })
}
