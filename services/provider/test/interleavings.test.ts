import { ENGINES, fuzzSeed, startBeforeAll } from '@countersign/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type StartedProvider, startProvider } from './started-provider.ts'

/** Steps that a thief, an app with two tabs or a bad network may run on one grant, partly concurrently. */
type Step =
  | { readonly kind: 'exchange' }
  | { readonly kind: 'refresh'; readonly which: number }
  | { readonly kind: 'use'; readonly which: number }
  | { readonly kind: 'revoke'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'exchange' as const }) },
  { weight: 8, arbitrary: fc.nat(20).map((which) => ({ kind: 'refresh' as const, which })) },
  { weight: 3, arbitrary: fc.nat(20).map((which) => ({ kind: 'use' as const, which })) },
  { weight: 1, arbitrary: fc.nat(20).map((which) => ({ kind: 'revoke' as const, which })) },
)

/** Steps in rounds: those of one round run at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })

type Pair = { readonly access_token: string; readonly refresh_token: string }

describe.each(ENGINES)('any history of one code on %s:', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  /** Runs a history and answers every pair that was ever issued in it, by the refresh token that it was issued for. */
  async function live(history: readonly (readonly Step[])[]) {
    const code = await provider.obtainCode()
    const issued: Pair[] = []
    const children = new Map<string, Pair[]>()
    const note = (parent: string, response: Awaited<ReturnType<StartedProvider['refresh']>>): void => {
      if (response.statusCode !== 200) return
      const pair: Pair = response.json()
      issued.push(pair)
      children.set(parent, [...(children.get(parent) ?? []), pair])
    }
    const pick = (which: number) => issued[which % Math.max(1, issued.length)]
    const run = async (each: Step): Promise<unknown> => {
      if (each.kind === 'exchange') return note(code, await provider.exchange(code))
      const pair = pick(each.which)
      if (!pair) return undefined
      if (each.kind === 'use') return provider.introspect(pair.access_token)
      if (each.kind === 'revoke') return provider.revoke(pair.refresh_token)
      return note(pair.refresh_token, await provider.refresh(pair.refresh_token))
    }
    for (const round of history) await Promise.all(round.map(run))
    return { children, issued }
  }

  async function isAlive({ access_token }: Pair): Promise<boolean> {
    return (await provider.introspect(access_token)).json().active
  }

  test('a code or refresh token leads to one pair; no other token works', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (history) => {
        const { children, issued } = await live(history)
        for (const pairs of children.values()) {
          expect(new Set(pairs.map(({ refresh_token }) => refresh_token)).size).toBe(1)
          const alive = new Set<string>()
          for (const pair of pairs) if (await isAlive(pair)) alive.add(pair.access_token)
          expect(alive.size).toBeLessThanOrEqual(1)
        }
        // At most the current refresh token and the one before it.
        const refreshTokens = [...new Set(issued.map(({ refresh_token }) => refresh_token))]
        const usable = await Promise.all(refreshTokens.map((token) => provider.introspect(token)))
        expect(usable.filter((answer) => answer.json().active).length).toBeLessThanOrEqual(2)
      }),
      { numRuns: 30, ...fuzzSeed() },
    )
  }, 120_000)
})
