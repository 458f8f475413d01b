import type { Reading } from './state.ts'

/** By nonces of log entries and ids of sessions: a name like "Chrome on Linux" can be another device's too. */
export async function noteOwn(
  { storage }: Pick<Reading, 'storage'>,
  userId: string,
  own: readonly string[],
): Promise<void> {
  if (own.length === 0) return
  try {
    await storage.keep({ userId, own })
  } catch {
    // Best effort: at worst the device reports its own change.
  }
}
