import { hkdfSync } from 'node:crypto'

const FINGERPRINT_BYTES = 9

/** Names the secrets that a row was made under, and reveals nothing of them (HKDF-SHA-256). */
function fingerprintOf(secret: string, label: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', label, FINGERPRINT_BYTES)).toString('base64url')
}

export function serverSetupId(serverSetup: string): string {
  return fingerprintOf(serverSetup, 'countersign/v1/opaque-setup-id')
}

export function loginIndexKeyId(key: string): string {
  return fingerprintOf(key, 'countersign/v1/login-index-key-id')
}
