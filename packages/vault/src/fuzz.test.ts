import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { VaultError } from './errors.ts'
import { openVault } from './open-vault.ts'
import { EMAIL, NAME, OWNER, PASSWORD, vaultWith } from './testing/sample-vault.ts'

type Leaf = string | number
type Mutation = (value: Leaf) => unknown
interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly value: Leaf
}

const ALPHABET = Array.from('AQgwz019-_=+ é')
let original: string

beforeAll(async () => {
  const { snapshot } = await vaultWith(EMAIL, NAME)
  original = JSON.stringify(snapshot)
})

/** Every place in the vault that holds a text or a number. */
function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]: [string, object | Leaf]) =>
    typeof value === 'object' ? placesIn(value) : [{ holder: holder as Record<string, unknown>, key, value }],
  )
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.nat(99), fc.constantFrom(...ALPHABET)).map(([at, by]) => replaceAt(at, by)) },
  fc.nat(40).map((count) => (value: Leaf) => String(value).slice(0, -1 - count)),
  fc.string({ minLength: 1, maxLength: 30 }).map((more) => (value: Leaf) => String(value) + more),
  fc.constantFrom(-2, -1, 1, 2).map((by) => (value: Leaf) => (typeof value === 'number' ? value + by : by)),
  fc.jsonValue().map((other) => () => other),
)

/** Replaces one character, at a position in percent of the length. */
function replaceAt(percent: number, by: string): Mutation {
  return (value) => {
    const text = String(value)
    const index = Math.floor((text.length * percent) / 100)
    return text.slice(0, index) + by + text.slice(index + 1)
  }
}

/** Tries to open a changed vault and returns what came of it, the refusal or the vault. */
async function outcomeOf(snapshot: unknown): Promise<unknown> {
  fc.pre(JSON.stringify(snapshot) !== original)
  return openVault({ snapshot, userId: OWNER, method: PASSWORD }).catch((error: unknown) => error)
}

test('no mutated vault ever opens, and every refusal is one of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), mutation, async (index, mutate) => {
      const snapshot: object = JSON.parse(original)
      const places = placesIn(snapshot)
      const { holder, key, value } = places[index % places.length]!
      holder[key] = mutate(value)
      expect(await outcomeOf(snapshot)).toBeInstanceOf(VaultError)
    }),
    { seed: 20_260_102, numRuns: 4000 },
  )
})

test('no vault opens in which two values were exchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (left, right) => {
      const snapshot: object = JSON.parse(original)
      const places = placesIn(snapshot)
      const [first, second] = [places[left % places.length]!, places[right % places.length]!]
      first.holder[first.key] = second.value
      second.holder[second.key] = first.value
      expect(await outcomeOf(snapshot)).toBeInstanceOf(VaultError)
    }),
    { seed: 20_260_102, numRuns: 1000 },
  )
})
