import type { KnownPerson } from '@countersign/device'
import { createSessionDatabase } from '../worker/session-database.ts'
import { remembersVaults } from './browser-storage.ts'

/**
 * Whose session this browser keeps. The page reads it by itself, without waiting for its worker; it can do nothing with it that
 * the worker could not.
 */
export async function readKnownPerson(): Promise<KnownPerson | undefined> {
  if (!remembersVaults()) return undefined
  const kept = await createSessionDatabase()
    .read()
    .catch(() => undefined)
  return kept?.session
}
