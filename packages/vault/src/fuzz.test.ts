import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { VaultError } from './errors.ts'
import { openVault } from './open-vault.ts'
import { EMAIL, NAME, OWNER, PASSWORD, vaultWith } from './testing/sample-vault.ts'

type Json = string | number | Json[] | { [key: string]: Json }
interface Leaf {
  readonly holder: Record<string, Json>
  readonly key: string
}

let original: string

beforeAll(async () => {
  const { snapshot } = await vaultWith(EMAIL, NAME)
  original = JSON.stringify(snapshot)
})

/** Every place in the vault that holds a text or a number. */
function leavesOf(holder: Record<string, Json>): Leaf[] {
  return Object.entries(holder).flatMap(([key, value]) =>
    typeof value === 'object' ? leavesOf(value as Record<string, Json>) : [{ holder, key }],
  )
}

const replaceCharacter = fc
  .tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.constantFrom(...'AQgwz019-_=+ é'))
  .map(([at, character]) => (value: Json) => {
    const index = Math.floor(String(value).length * at)
    return String(value).slice(0, index) + character + String(value).slice(index + 1)
  })
const shorten = fc.nat(40).map((count) => (value: Json) => String(value).slice(0, -1 - count))
const lengthen = fc.string({ minLength: 1, maxLength: 30 }).map((more) => (value: Json) => String(value) + more)
const shift = fc
  .integer({ min: -3, max: 3 })
  .map((by) => (value: Json) => (typeof value === 'number' ? value + by : value))
const replace = fc.jsonValue().map((other) => () => other as Json)
const mutation = fc.oneof(replaceCharacter, replaceCharacter, shorten, lengthen, shift, replace)

test('no mutated vault ever opens, and every refusal is one of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(mutation, { minLength: 1, maxLength: 3 }), async (place, mutations) => {
      const snapshot: Record<string, Json> = JSON.parse(original)
      const leaves = leavesOf(snapshot)
      const { holder, key } = leaves[place % leaves.length]!
      for (const mutate of mutations) holder[key] = mutate(holder[key]!)
      if (JSON.stringify(snapshot) === original) return
      const refusal: unknown = await openVault({ snapshot, userId: OWNER, method: PASSWORD }).catch((error) => error)
      expect(refusal).toBeInstanceOf(VaultError)
    }),
    { seed: 20_260_102, numRuns: 4000 },
  )
})

test('no vault opens in which two values of one kind were exchanged', async () => {
  const count = leavesOf(JSON.parse(original)).length
  await fc.assert(
    fc.asyncProperty(fc.nat(count - 1), fc.nat(count - 1), async (left, right) => {
      const snapshot: Record<string, Json> = JSON.parse(original)
      const leaves = leavesOf(snapshot)
      const [first, second] = [leaves[left]!, leaves[right]!]
      const kept = first.holder[first.key]!
      first.holder[first.key] = second.holder[second.key]!
      second.holder[second.key] = kept
      if (JSON.stringify(snapshot) === original) return
      const refusal: unknown = await openVault({ snapshot, userId: OWNER, method: PASSWORD }).catch((error) => error)
      expect(refusal).toBeInstanceOf(VaultError)
    }),
    { seed: 20_260_102, numRuns: 1000 },
  )
})
