import type { DpopKeyPair } from '../dpop.ts'
import type { BrowserStore } from './browser-store.ts'

const NAME = 'dpop-key'

/**
 * The key that this browser's tokens are bound to (RFC 9449): made once, kept for all tabs, and no script can read its
 * private half. So a token that was stolen is of use to nobody elsewhere.
 */
export async function keepProofKey(store: BrowserStore): Promise<DpopKeyPair> {
  const known = await store.get(NAME)
  if (isKeyPair(known)) return known
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  // Of two tabs that begin at once, both use the same.
  const kept = await store.add(NAME, made)
  return isKeyPair(kept) ? kept : made
}

function isKeyPair(value: unknown): value is DpopKeyPair {
  return typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value
}
