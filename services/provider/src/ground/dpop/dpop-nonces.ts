import { createHmac, hkdfSync } from 'node:crypto'
import { equalSecrets } from '@countersign/service/secrets'

/** Server nonces of DPoP proofs (RFC 9449 §8). */
export type DpopNonces = {
  current(now: Date): string
  /** Whether any of our processes issued it in the last five to ten minutes. */
  isValid(nonce: string, now: Date): boolean
}

const LABEL = 'countersign/v1/dpop-nonce'
const WINDOW_MS = 300_000

/** The MAC of a time window: no store. The first secret makes nonces, all are accepted during rotation. */
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

/** The next window is accepted too: another process's clock may be ahead. */
function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS)
}

function nonceOf(key: Buffer, window: number): string {
  return createHmac('sha256', key).update(String(window)).digest('base64url')
}
