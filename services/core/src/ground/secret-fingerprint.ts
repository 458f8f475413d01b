import { hkdfSync } from 'node:crypto'

const FINGERPRINT_BYTES = 9

/** Names a secret without telling anything of it (HKDF-SHA-256): which of them a row was made under. */
export function fingerprintOf(secret: string, label: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', label, FINGERPRINT_BYTES)).toString('base64url')
}
