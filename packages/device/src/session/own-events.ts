import type { ActivityEntry } from '@countersign/vault'
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

async function noteOwn({ storage }: Remembering, userId: string, own: readonly string[]): Promise<void> {
  try {
    await storage.keep({ userId, own })
  } catch {
    // Best effort: at worst the device reports its own change.
  }
}
