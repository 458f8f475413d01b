import type { Sql } from '@countersign/service/sql'
import { BUILT_IN_SCOPES, type KnownScopes } from './known-scopes.ts'
import { readKnownScopes } from './scope.store.ts'
import { OFFLINE_ACCESS } from './scopes.ts'

/** Knows the scopes on the hot path. What it answers may be as old as SCOPES_MAX_AGE_MS, and is newer as a rule. */
export type ScopeRegistry = {
  /** What is known of these scopes, and of all others; where all of these are built in it asks nobody, and tells of no others. */
  of(names: readonly string[]): Promise<KnownScopes>
  all(): Promise<KnownScopes>
  /** What was known last, where the database cannot be asked: enough for what only describes. */
  lastKnown(): Promise<KnownScopes>
  /** A scope or a claim was changed: what is kept is old. */
  forget(): void
}

export type WithScopes = { readonly scopes: ScopeRegistry }

export const SCOPES_MAX_AGE_MS = 5_000

type Kept = { readonly known: Promise<KnownScopes>; readonly readAt: number }

/** Keeps what operators have defined in memory for a few seconds, as clients are. Who comes meanwhile waits for the same reading. */
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
    // A failure is nobody else's.
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
