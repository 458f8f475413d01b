import type { UnlockMethod } from '@countersign/vault'
import { ClientError } from '../failure.ts'

/** How long core calls a sign-in fresh. The root of a sign-in is of use for exactly as long. */
export const FRESH_MS = 5 * 60_000

/** Time, from outside, so that a test can let it pass. */
export type Clock = {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => void
}

export type UnlockSecretCache = {
  /** Keeps the root of a sign-in that began at `since`, in place of the one before. */
  readonly keep: (method: UnlockMethod, since: number) => void
  /** Puts another root in place after the method itself was changed; it ends when the one before would have. */
  readonly replace: (method: UnlockMethod) => void
  /** @throws ClientError `reauth_required` once the sign-in is not fresh any more */
  readonly read: () => UnlockMethod
  readonly wipe: () => void
  /** ISO 8601. */
  readonly freshUntil: () => string | undefined
}

/**
 * Holds the one secret from which the account key can be taken out again: five minutes at most, then it is overwritten.
 * An open vault needs no root to be read, written or merged; only a change of how it opens does.
 */
export function createUnlockSecretCache(clock: Clock): UnlockSecretCache {
  let kept: { readonly method: UnlockMethod; readonly until: number } | undefined

  const wipe = () => {
    kept?.method.root.fill(0)
    kept = undefined
  }
  const wipeIfOver = () => {
    if (kept && clock.now() >= kept.until) wipe()
  }
  const put = (method: UnlockMethod, until: number) => {
    if (kept?.method.root !== method.root) wipe()
    kept = { method, until }
    clock.after(until - clock.now(), wipeIfOver)
  }

  return {
    wipe,
    keep: (method, since) => put(method, since + FRESH_MS),
    replace: (method) => put(method, kept?.until ?? clock.now()),
    read() {
      wipeIfOver()
      if (!kept) throw new ClientError({ code: 'reauth_required' })
      return kept.method
    },
    freshUntil() {
      wipeIfOver()
      return kept && new Date(kept.until).toISOString()
    },
  }
}
