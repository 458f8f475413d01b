import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openActivityEntry } from './activity-entry.ts'
import { VaultError } from './errors.ts'
import { openHead } from './head.ts'
import { openItem } from './item.ts'
import { reopenVault } from './open-vault.ts'
import { readActivity } from './read-activity.ts'
import { checkReceipt, receiptOf } from './receipt.ts'
import { ACTIVITY_ENTRY, SEALED_ITEM, UNLOCK_RECORD, VAULT_HEAD } from './records.ts'
import {
  afterCommit,
  EMAIL,
  EVENTS,
  NAME,
  open,
  PASSWORD,
  prepare,
  prepareRenewal,
  renew,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'
import { unlockAccountKey } from './unlock-record.ts'
import { VAULT_COMMIT, VAULT_ROTATION } from './writes.ts'

/** Mutations in all, with a fixed seed: a few seconds on two free cores. */
const RUNS = Number(process.env['VAULT_FUZZ_RUNS'] ?? 10_000)
const SEED = Number(process.env['VAULT_FUZZ_SEED'] ?? 20_260_102)

type Leaf = string | number | boolean
type Place = {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly value: Leaf
}

const ALPHABET = Array.from('AQgwz019-_=+ é')

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]: [string, object | Leaf]) =>
    typeof value === 'object' ? placesIn(value) : [{ holder: holder as Record<string, unknown>, key, value }],
  )
}

const leafMutation: fc.Arbitrary<(value: Leaf) => unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.nat(99), fc.constantFrom(...ALPHABET)).map(([at, by]) => replaceAt(at, by)) },
  fc.nat(40).map((count) => (value: Leaf) => String(value).slice(0, -1 - count)),
  fc.string({ minLength: 1, maxLength: 30 }).map((more) => (value: Leaf) => String(value) + more),
  fc.constantFrom(-2, -1, 1, 2).map((by) => (value: Leaf) => (typeof value === 'number' ? value + by : by)),
  fc.jsonValue({ maxDepth: 2 }).map((other) => () => other),
  // JSON leaves the field out.
  fc.constant(() => undefined),
)

function replaceAt(percent: number, by: string) {
  return (value: Leaf) => {
    const text = String(value)
    const index = Math.floor((text.length * percent) / 100)
    return text.slice(0, index) + by + text.slice(index + 1)
  }
}

const mutation: fc.Arbitrary<(message: object) => void> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), leafMutation).map(([index, mutate]) => (message: object) => {
      const places = placesIn(message)
      const { holder, key, value } = places[index % places.length]!
      holder[key] = mutate(value)
    }),
  },
  fc.tuple(fc.nat(), fc.nat()).map(([left, right]) => (message: object) => {
    const places = placesIn(message)
    const [first, second] = [places[left % places.length]!, places[right % places.length]!]
    first.holder[first.key] = second.value
    second.holder[second.key] = first.value
  }),
)

let sample: SampleVault
let messages: Record<string, object>

beforeAll(async () => {
  const first = await write(await vaultWith(EMAIL, NAME), { activity: EVENTS.slice(0, 2) })
  sample = await write(await renew(first, { activity: EVENTS.slice(7, 8) }), { activity: EVENTS.slice(8) })
  const put = [{ ...EMAIL, value: 'new@example.org' }]
  const { commit } = await prepare(sample.vault, { put, remove: [NAME.id], activity: EVENTS.slice(0, 2) })
  const { snapshot, log, vault } = sample
  const { rotation } = await prepareRenewal(sample)
  messages = {
    envelopes: { item: snapshot.items[0], head: snapshot.head, entry: log.at(-1), unlock: snapshot.unlock[0] },
    snapshot,
    commit,
    rotation,
    log: log.toReversed(),
    receipt: await receiptOf(vault, log[0]!),
  }
})

/** The device's processing of each message; a commit is applied by an honest server first. */
const USES: Record<string, (message: never) => Promise<unknown>> = {
  // Without the list in the head, which would refuse most changes before an envelope is opened.
  envelopes: async ({ item, head, entry, unlock }: Record<string, unknown>) => {
    const { vaultId, internal } = sample.vault
    const { keys } = internal
    await openHead(VAULT_HEAD.read(head), { vaultId, key: keys.head })
    await openItem(SEALED_ITEM.read(item), { vaultId, key: keys.items })
    await openActivityEntry(ACTIVITY_ENTRY.read(entry), { vaultId, key: keys.activity })
    await unlockAccountKey(UNLOCK_RECORD.read(unlock), PASSWORD)
  },
  snapshot: (message) => open(message),
  commit: async (message) => {
    const commit = VAULT_COMMIT.read(message)
    const vault = await reopenVault(sample.vault, afterCommit(sample.snapshot, commit))
    await readActivity(vault, commit.activity.toReversed())
  },
  rotation: async (message) => {
    const { head, items, unlock } = VAULT_ROTATION.read(message)
    await open({ ...sample.snapshot, head, items, unlock }, { memory: sample.vault.memory })
  },
  log: (message) => readActivity(sample.vault, message),
  receipt: (message) => checkReceipt(sample.vault, message),
}

test.each([
  ['envelopes', 0.2],
  ['snapshot', 0.5],
  ['commit', 0.1],
  ['rotation', 0.05],
  ['log', 0.05],
  ['receipt', 0.1],
])(
  'no mutated %s ever opens, and every refusal is one of ours',
  async (name, share) => {
    const original = JSON.stringify(messages[name])
    const use = USES[name]!
    await expect(use(JSON.parse(original) as never)).resolves.not.toThrow()
    await fc.assert(
      fc.asyncProperty(mutation, async (mutate) => {
        const message: object = JSON.parse(original)
        mutate(message)
        const text = JSON.stringify(message)
        fc.pre(text !== original)
        const outcome = await use(JSON.parse(text) as never).catch((error: unknown) => error)
        expect(outcome).toBeInstanceOf(VaultError)
      }),
      { seed: SEED, numRuns: RUNS * share, maxSkipsPerRun: 10 },
    )
  },
  600_000,
)
