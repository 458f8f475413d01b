import { OAuthError, sha256, verifyDpopProof } from '@countersign/service'
import type { CoreConfig } from '../config.ts'
import type { Caller } from '../http/caller.ts'
import { invalidSession } from '../http/invalid-session.ts'

/** The keys that sessions are bound to, by the proofs that devices make with them (RFC 9449). */
export type SessionKeys = {
  /**
   * The thumbprint of the key that a call was proven with: for this method, address and token, within the last minute and
   * for the first time. Without a proof undefined.
   * @throws `invalid_session`, whatever is wrong with the proof
   */
  readonly prove: (caller: Pick<Caller, 'token' | 'proof'>) => Promise<string | undefined>
}

const MAXIMUM_AGE_SECONDS = 60
/** Longer than a proof can be of use: it may be dated as far ahead as it may be old. */
const WINDOW_MS = 2 * MAXIMUM_AGE_SECONDS * 1000

export function createSessionKeys({ addresses }: Pick<CoreConfig, 'addresses'>, now: () => Date): SessionKeys {
  const used = rememberFor(WINDOW_MS)

  return {
    async prove({ token, proof }) {
      if (!proof) return undefined
      const time = now()
      const endpoints = addresses.map((address) => address + proof.path)
      const { jkt, jti } = await verifyDpopProof(
        { ...proof, endpoints, accessToken: token },
        { time, maximumAgeSeconds: MAXIMUM_AGE_SECONDS },
      ).catch(asInvalidSession)
      if (!used.note(sha256(`${jkt} ${jti}`).toString('base64url', 0, 16), time)) throw invalidSession()
      return jkt
    },
  }
}

function asInvalidSession(error: unknown): never {
  throw error instanceof OAuthError ? invalidSession() : error
}

/**
 * Remembers each text for at least this long, and at most twice. In the memory of one process: what is replayed at another
 * within the same minute, it does not see.
 */
function rememberFor(windowMs: number) {
  let since = 0
  let current = new Set<string>()
  let previous = new Set<string>()

  return {
    /** Whether it is new. */
    note(text: string, time: Date): boolean {
      if (time.getTime() - since >= windowMs) {
        const isPast = time.getTime() - since >= 2 * windowMs
        previous = isPast ? new Set() : current
        current = new Set()
        since = time.getTime()
      }
      if (current.has(text) || previous.has(text)) return false
      current.add(text)
      return true
    },
  }
}
