import type { UnlockMethod } from '@countersign/vault'
import type { Clock } from '../clock.ts'
import { ClientError, type GesturePurpose, toFailure } from '../failure.ts'

/** Core has the same limit. */
export const GESTURE_MS = 5 * 60_000

export type UnlockSecretCache = ReturnType<typeof createUnlockSecretCache>

/** The account key can be extracted from a root: one purpose, five minutes, then wiped. Other work needs no root. */
export function createUnlockSecretCache(clock: Clock) {
  let kept: { readonly method: UnlockMethod; readonly purpose: GesturePurpose; readonly until: number } | undefined

  const wipe = () => {
    kept?.method.root.fill(0)
    kept = undefined
  }
  const wipeIfOver = () => {
    if (kept && clock.now() >= kept.until) wipe()
  }
  /** @throws ClientError `reauth_required` without a gesture for this purpose within five minutes */
  const read = (purpose: GesturePurpose) => {
    wipeIfOver()
    if (!kept || !isSame(kept.purpose, purpose)) throw gestureNeeded(purpose)
    return kept.method
  }

  return {
    wipe,
    read,
    /** Replaces the previous root. `since`: when the gesture began. */
    keep(method: UnlockMethod, { purpose, since }: { readonly purpose: GesturePurpose; readonly since: number }) {
      wipe()
      kept = { method, purpose, until: since + GESTURE_MS }
      clock.after(kept.until - clock.now(), wipeIfOver)
    },
    /** Wipes the root after success; a failed attempt may be retried. @throws ClientError `reauth_required` */
    async spend<Result>(purpose: GesturePurpose, work: (root: UnlockMethod) => Promise<Result>): Promise<Result> {
      const root = read(purpose)
      try {
        const result = await work(root)
        wipe()
        return result
      } catch (error) {
        if (toFailure(error).code !== 'reauth_required') throw error
        // Core has spent it, or no longer accepts it.
        wipe()
        throw gestureNeeded(purpose)
      }
    },
  }
}

/** The page can step up for this purpose and repeat the call. */
export function gestureNeeded(purpose: GesturePurpose): ClientError {
  return new ClientError({ code: 'reauth_required', purpose })
}

function isSame(one: GesturePurpose, other: GesturePurpose): boolean {
  const unlockIdOf = (purpose: GesturePurpose) => ('unlock_id' in purpose ? purpose.unlock_id : undefined)
  return one.act === other.act && unlockIdOf(one) === unlockIdOf(other)
}
