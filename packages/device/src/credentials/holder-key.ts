import type { DeviceKeys } from '../session-storage.ts'
import type { HolderKey } from './credential-item.ts'

/** A holder's key, to sign with. */
export async function importHolderKey(jwk: HolderKey): Promise<DeviceKeys['privateKey']> {
  return crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
}
