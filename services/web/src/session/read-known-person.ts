import type { KnownPerson } from '@countersign/device'
import { sessionDatabase } from '@countersign/ui/place.ts'
import { createSessionDatabase } from '../worker/session-database.ts'
import { remembersVaults } from './browser-storage.ts'

/** The user whose session this browser keeps, read without the worker, which has no further power over it. */
export async function readKnownPerson(): Promise<KnownPerson | undefined> {
  if (!remembersVaults()) return undefined
  const kept = await createSessionDatabase(sessionDatabase())
    .read()
    .catch(() => undefined)
  return kept?.session
}
