import { fromBase64url } from '@countersign/vault'
import leaked from './leaked-passwords.json' with { type: 'json' }
import { plainFormOf } from './plain-form.ts'

const FINGERPRINT_BYTES = 4

/**
 * Whether a password is one of those that were published: in which spelling plays no part. The list has the first four
 * bytes of their SHA-256, so that it repeats nobody's password; one in a million others is refused with them.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const list = new DataView(fromBase64url(leaked.fingerprints).buffer)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(plainFormOf(password)))
  const own = new DataView(hash).getUint32(0)
  for (let at = 0; at < list.byteLength; at += FINGERPRINT_BYTES) if (list.getUint32(at) === own) return true
  return false
}
