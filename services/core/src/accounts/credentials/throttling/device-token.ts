import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Token that a device gets after a password sign-in, so that its later attempts are counted apart from strangers' (OWASP
 * device cookies). Proves only an earlier success for one login. Stateless: a nonce and its MAC under a key outside the
 * database.
 */
export type DeviceTokens = ReturnType<typeof createDeviceTokens>
export type WithDeviceTokens = { readonly deviceTokens: DeviceTokens }

const PREFIX = 'cs_dt_'
const LABEL = 'countersign/v1/device-token'
const NONCE_BYTES = 16
const MAC_BYTES = 32

/** Tokens are issued under the newest key, and accepted under all. */
export function createDeviceTokens(loginIndexKeys: readonly string[]) {
  const keys = loginIndexKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', LABEL, MAC_BYTES)))
  const [newest = Buffer.alloc(0)] = keys

  return {
    /** A token for a name. With the device of an earlier one, the same token again: a device never gets a second count. */
    issue(credentialIdentifier: string, device = ''): string {
      const nonce = device === '' ? randomBytes(NONCE_BYTES) : Buffer.from(device, 'base64url')
      return PREFIX + Buffer.concat([nonce, macOf(newest, credentialIdentifier, nonce)]).toString('base64url')
    },
    /** The device of a token; empty if it was forged, or issued for another name. */
    deviceOf(credentialIdentifier: string, token = ''): string {
      const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url')
      if (!token.startsWith(PREFIX) || bytes.length !== NONCE_BYTES + MAC_BYTES) return ''
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const mac = bytes.subarray(NONCE_BYTES)
      const isOurs = keys.some((key) => timingSafeEqual(macOf(key, credentialIdentifier, nonce), mac))
      return isOurs ? nonce.toString('base64url') : ''
    },
  }
}

/** The nonce has one length, so no two inputs are alike. */
function macOf(key: Buffer, credentialIdentifier: string, nonce: Buffer): Buffer {
  return createHmac('sha256', key).update(nonce).update(credentialIdentifier).digest()
}
