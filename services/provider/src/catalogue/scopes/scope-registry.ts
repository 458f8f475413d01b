import type { Sql } from '@countersign/service/sql'
import { BUILT_IN_SCOPES, type KnownScopes } from './known-scopes.ts'
import { readKnownScopes } from './scope.store.ts'

export type ScopeRegistry = ReturnType<typeof createScopeRegistry>

export type WithScopes = { readonly scopes: ScopeRegistry }

export const SCOPES_MAX_AGE_MS = 5_000

type Kept = { readonly known: Promise<KnownScopes>; readonly readAt: number }

/** Caches the operator's definitions for SCOPES_MAX_AGE_MS; concurrent callers share one read. */
export function createScopeRegistry(sql: Sql, now: () => Date) {
  let kept: Kept | undefined
  let last = BUILT_IN_SCOPES

  const read = async (): Promise<KnownScopes> => (last = await readKnownScopes(sql))

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

  return {
    /** At least these scopes. If all of them are built in, the database is not read and the others are missing. */
    of: async (names: readonly string[]) => (names.every(isBuiltIn) ? BUILT_IN_SCOPES : all()),
    all,
    /** The last reading, even if the database is away: enough for descriptions. */
    lastKnown: () => all().catch(() => last),
    forget(): void {
      kept = undefined
    },
  }
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_SCOPES.scopes.has(name)
}
