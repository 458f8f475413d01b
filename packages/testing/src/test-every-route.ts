import { expect, test } from 'vitest'
import {
  type EveryRoute,
  findHostileAnswers,
  findWrongBodies,
  findWrongMethods,
  findWrongSpellings,
} from './http-edges.ts'

/** What every route of a service owes, whatever it does. */
export function testEveryRoute(routes: EveryRoute): void {
  test('refuses other methods with 405 and Allow', async () => {
    expect(await findWrongMethods(routes)).toEqual([])
  })

  test('is spelled as the contract writes, or by the rule, and answers with and without its last slash', async () => {
    expect(await findWrongSpellings(routes)).toEqual([])
  })

  test('refuses a body of another kind, of no form or of too many bytes, in its own shape', async () => {
    expect(await findWrongBodies(routes)).toEqual([])
  })

  test('refuses NUL, half characters, 10 kB and ways out of a folder wherever they stand, and repeats none', async () => {
    expect(await findHostileAnswers(routes)).toEqual([])
  }, 120_000)
}
