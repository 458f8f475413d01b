import type { ActivityEntry } from '@countersign/vault'
import { type DeviceMemory, findOwn } from '../device-storage.ts'
import type { Reading } from './state.ts'

type Remembering = Pick<Reading, 'storage'>

/** By nonce: a name like "Chrome on Linux" can be another device's too. */
export async function noteOwnEntries(
  context: Remembering,
  userId: string,
  entries: readonly Pick<ActivityEntry, 'n'>[],
): Promise<void> {
  if (entries.length > 0)
    await noteOwn(
      context,
      userId,
      entries.map(({ n }) => n),
    )
}

export async function noteOwnSession(context: Remembering, userId: string, sessionId: string): Promise<void> {
  await noteOwn(context, userId, [sessionId])
}

/** For a new account: all that other devices do is news to this one. */
export async function noteSignUp({ storage }: Remembering, userId: string): Promise<void> {
  await keepIfPossible(storage, { userId, seen: { seq: 0, events: [] } })
}

/** For a vault that this device did not know: later entries of its log are news. */
export async function noteFirstOpen({ storage }: Remembering, userId: string, activityCount: number): Promise<void> {
  const { vaults, notices } = await storage.read()
  if (findOwn(vaults, userId) !== undefined || findOwn(notices, userId)?.seen !== undefined) return
  await keepIfPossible(storage, { userId, seen: { seq: activityCount } })
}

async function noteOwn({ storage }: Remembering, userId: string, own: readonly string[]): Promise<void> {
  await keepIfPossible(storage, { userId, own })
}

async function keepIfPossible(storage: Remembering['storage'], memory: DeviceMemory): Promise<void> {
  try {
    await storage.keep(memory)
  } catch {
    // Best effort: at worst the device reports its own change.
  }
}
