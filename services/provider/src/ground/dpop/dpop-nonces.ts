import { createHmac, hkdfSync } from 'node:crypto'
import { equalSecrets } from '@countersign/service/secrets'

/** The nonces that DPoP proofs must carry (RFC 9449 §8). */
export type DpopNonces = {
  /** The nonce to hand out now. */
  current(now: Date): string
  /** Whether a nonce was handed out by any of our processes in the last five to ten minutes. */
  isValid(nonce: string, now: Date): boolean
}

const LABEL = 'countersign/v1/dpop-nonce'
const WINDOW_MS = 300_000

/**
 * Nonces without a store: each is the MAC of a window of time, under a key that all processes derive from the secrets they
 * share. While a secret is being replaced, each process makes nonces with its first one and accepts those of all.
 */
export function createDpopNonces(secrets: readonly string[]): DpopNonces {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', LABEL, 32)))
  const [first] = keys
  if (!first) throw new Error('DPoP nonces need a secret.')

  return {
    current: (now) => nonceOf(first, windowAt(now)),
    isValid(nonce, now) {
      const window = windowAt(now)
      const accepted = keys.flatMap((key) => [window, window - 1, window + 1].map((each) => nonceOf(key, each)))
      return accepted.map((each) => equalSecrets(each, nonce)).includes(true)
    },
  }
}

/** Also the next window is accepted, for the clock of another process may be ahead. */
function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS)
}

function nonceOf(key: Buffer, window: number): string {
  return createHmac('sha256', key).update(String(window)).digest('base64url')
}
