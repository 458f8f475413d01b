import { requireContinuity, VaultError } from '@countersign/vault'
import { type DeviceStorage, findOwn } from '../device-storage.ts'
import type { OpenSession } from './state.ts'

/**
 * Whether the vault of a session continues what this device remembers of it, which another window may have written; or
 * takes the place of that, as its owner chose.
 */
export async function isContinuing(
  storage: DeviceStorage,
  { userId, vault, inPlaceOf }: Pick<OpenSession, 'userId' | 'vault' | 'inPlaceOf'>,
): Promise<boolean> {
  const known = findOwn((await storage.read()).vaults, userId)
  if (known === undefined || known.hash === inPlaceOf?.hash) return true
  try {
    requireContinuity(vault, known)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
