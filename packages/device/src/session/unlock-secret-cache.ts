import type { UnlockMethod } from '@countersign/vault'
import type { Clock } from '../clock.ts'
import { ClientError, type GesturePurpose, toFailure } from '../failure.ts'

/** Lifetime of a gesture for its purpose; core has the same limit. */
export const GESTURE_MS = 5 * 60_000

export type UnlockSecretCache = {
  /** Caches the root of a gesture that began at `since`, for its purpose; replaces the previous one. */
  readonly keep: (method: UnlockMethod, gesture: { readonly purpose: GesturePurpose; readonly since: number }) => void
  /** @throws ClientError `reauth_required` unless the person made a gesture for just this, within five minutes */
  readonly read: (purpose: GesturePurpose) => UnlockMethod
  /**
   * Runs the work that the gesture was made for, then wipes the root. A failed attempt may be retried.
   * @throws ClientError `reauth_required`
   */
  readonly spend: <Result>(purpose: GesturePurpose, work: (root: UnlockMethod) => Promise<Result>) => Promise<Result>
  readonly wipe: () => void
}

/**
 * Holds the one secret from which the account key can be taken out again, for the one change that its owner made the
 * gesture for: five minutes at most, then it is overwritten. An open vault needs no root to be read, written or merged.
 */
export function createUnlockSecretCache(clock: Clock): UnlockSecretCache {
  let kept: { readonly method: UnlockMethod; readonly purpose: GesturePurpose; readonly until: number } | undefined

  const wipe = () => {
    kept?.method.root.fill(0)
    kept = undefined
  }
  const wipeIfOver = () => {
    if (kept && clock.now() >= kept.until) wipe()
  }
  const read = (purpose: GesturePurpose) => {
    wipeIfOver()
    if (!kept || !isSame(kept.purpose, purpose)) throw gestureNeeded(purpose)
    return kept.method
  }

  return {
    wipe,
    read,
    keep(method, { purpose, since }) {
      wipe()
      kept = { method, purpose, until: since + GESTURE_MS }
      clock.after(kept.until - clock.now(), wipeIfOver)
    },
    async spend(purpose, work) {
      const root = read(purpose)
      try {
        const result = await work(root)
        wipe()
        return result
      } catch (error) {
        if (toFailure(error).code !== 'reauth_required') throw error
        // Core has spent it, or does not count it any more.
        wipe()
        throw gestureNeeded(purpose)
      }
    },
  }
}

/** Names the required purpose, so that the page can step up and repeat the call. */
export function gestureNeeded(purpose: GesturePurpose): ClientError {
  return new ClientError({ code: 'reauth_required', purpose })
}

function isSame(one: GesturePurpose, other: GesturePurpose): boolean {
  const unlockIdOf = (purpose: GesturePurpose) => ('unlock_id' in purpose ? purpose.unlock_id : undefined)
  return one.act === other.act && unlockIdOf(one) === unlockIdOf(other)
}
