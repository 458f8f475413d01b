import type { Sql } from '@countersign/service/sql'
import { BUILT_IN_SCOPES, type KnownScopes } from './known-scopes.ts'
import { readKnownScopes } from './scope.store.ts'
import { OFFLINE_ACCESS } from './scopes.ts'

/** The known scopes, cached: at most SCOPES_MAX_AGE_MS old, usually newer. */
export type ScopeRegistry = {
  /** At least these scopes. If all of them are built in, the database is not read and the others are missing. */
  of(names: readonly string[]): Promise<KnownScopes>
  all(): Promise<KnownScopes>
  /** The last reading, even if the database is away: enough for descriptions. */
  lastKnown(): Promise<KnownScopes>
  /** Drops the cache after a change. */
  forget(): void
}

export type WithScopes = { readonly scopes: ScopeRegistry }

export const SCOPES_MAX_AGE_MS = 5_000

type Kept = { readonly known: Promise<KnownScopes>; readonly readAt: number }

/** Keeps the operator's definitions in memory for seconds; concurrent callers share one read. */
export function createScopeRegistry(sql: Sql, now: () => Date): ScopeRegistry {
  let kept: Kept | undefined
  let last = BUILT_IN_SCOPES

  async function read(): Promise<KnownScopes> {
    last = await readKnownScopes(sql)
    return last
  }

  function all(): Promise<KnownScopes> {
    const time = now().getTime()
    if (kept && time - kept.readAt < SCOPES_MAX_AGE_MS) return kept.known
    const reading: Kept = { known: read(), readAt: time }
    kept = reading
    // The failure goes to this caller; the next one reads again.
    reading.known.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.known
  }

  function of(names: readonly string[]): Promise<KnownScopes> {
    return names.every(isBuiltIn) ? Promise.resolve(BUILT_IN_SCOPES) : all()
  }

  function lastKnown(): Promise<KnownScopes> {
    return all().catch(() => last)
  }

  function forget(): void {
    kept = undefined
  }

  return { of, all, lastKnown, forget }
}

function isBuiltIn(name: string): boolean {
  return name === OFFLINE_ACCESS || BUILT_IN_SCOPES.scopes.has(name)
}
