import { equalSecrets, keyedDigest } from '@countersign/service/secrets'

export type DpopNonces = ReturnType<typeof createDpopNonces>

const LABEL = 'countersign/v1/dpop-nonce'
const WINDOW_MS = 300_000

/**
 * Server nonces of DPoP proofs (RFC 9449 §8): the MAC of a time window, so no store. The first secret makes nonces, all
 * are accepted during rotation.
 */
export function createDpopNonces(secrets: readonly string[]) {
  const [first] = secrets
  if (first === undefined) throw new Error('DPoP nonces need a secret.')

  return {
    current: (now: Date): string => nonceOf(first, windowAt(now)),
    /** Whether any of our processes issued it in the last five to ten minutes. */
    isValid(nonce: string, now: Date): boolean {
      const window = windowAt(now)
      const accepted = secrets.flatMap((key) => [window, window - 1, window + 1].map((each) => nonceOf(key, each)))
      return accepted.map((each) => equalSecrets(each, nonce)).includes(true)
    },
  }
}

/** The next window is accepted too: another process's clock may be ahead. */
function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS)
}

function nonceOf(secret: string, window: number): string {
  return keyedDigest(String(window), { secret, label: LABEL }).toString('base64url')
}
