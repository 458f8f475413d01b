import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type ActivityEvent, decodeActivityEvent, readActivityEvent } from './activity-event.ts'
import type { VaultError } from './errors.ts'
import { LIMITS } from './limits.ts'
import { encodePaddedJson } from './padding.ts'
import { type ActivityCursor, readActivity } from './read-activity.ts'
import { hashActivityEntry } from './record-hash.ts'
import { ACTIVITY_ENTRY, type ActivityEntry } from './records.ts'
import { EMAIL, EVENTS, prepare, RELEASED, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'
import { VAULT_COMMIT } from './writes.ts'

let sample: SampleVault
let foreign: SampleVault
let log: readonly ActivityEntry[]

beforeAll(async () => {
  sample = await write(await vaultWith(EMAIL), { activity: EVENTS.slice(0, 4) })
  for (const event of EVENTS.slice(4)) sample = await write(sample, { activity: [event] })
  log = sample.log.toReversed()
  foreign = await write(await vaultWith(EMAIL), { activity: EVENTS })
})

test('the log reads newest first, with every event as it was written', async () => {
  const { events, next } = await readActivity(sample.vault, JSON.parse(JSON.stringify(log)))
  expect(events.map(({ event }) => event)).toEqual(EVENTS.toReversed())
  expect(events.map(({ seq, entry }) => [seq, entry])).toEqual(log.map((entry) => [entry.seq, entry]))
  expect(next).toBeUndefined()
})

test('the log reads in pages of any size, also when newer entries come in between', async () => {
  const later = await write(sample, { activity: [RELEASED] })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12 }), async (sizes) => {
      const seen: number[] = []
      let [cursor, vault]: [ActivityCursor | undefined, typeof sample.vault] = [undefined, sample.vault]
      for (const size of sizes) {
        const page = await readActivity(vault, log.slice(seen.length, seen.length + size), cursor)
        seen.push(...page.events.map(({ seq }) => seq))
        cursor = page.next
        vault = later.vault
        if (cursor === undefined) break
      }
      expect(seen).toEqual(log.map(({ seq }) => seq))
    }),
    { numRuns: 20 },
  )
})

test('an account without events has an empty log', async () => {
  const { vault } = await vaultWith(EMAIL)
  expect(await readActivity(vault, [])).toEqual({ events: [], next: undefined })
  await expect(readActivity(vault, [sample.log[0]])).rejects.toMatchObject({ code: 'activity_broken' })
})

const changed = (index: number, fields: object) =>
  log.map((entry, at) => (at === index ? { ...entry, ...fields } : entry))

test.each<[string, () => readonly unknown[]]>([
  ['nothing, although the vault lists entries', () => []],
  ['all but the newest entry', () => log.slice(1)],
  ['all but one in the middle', () => log.toSpliced(4, 1)],
  ['two entries exchanged', () => log.with(3, log[4]!).with(4, log[3]!)],
  ['an entry twice', () => log.toSpliced(3, 0, log[3]!)],
  ['one entry more at the end', () => [...log, log.at(-1)]],
  ['one entry more at the beginning', () => [{ ...log[0]!, seq: 13 }, ...log]],
  ['the log of another vault', () => foreign.log.toReversed()],
  ['an entry of another vault', () => log.with(2, foreign.log.toReversed()[2]!)],
  ['the oldest first', () => sample.log],
  ['an entry under another number', () => changed(2, { seq: 11 })],
  ['an entry of another account key', () => changed(2, { ak_gen: 2 })],
  ['an entry after another one', () => changed(2, { prev: log[0]!.prev })],
  ['an entry with the content of another', () => changed(2, { n: log[3]!.n, ct: log[3]!.ct })],
  ['an entry of another suite', () => changed(2, { s: 0 })],
  ['an entry with one more field', () => changed(2, { type: 'released' })],
  ['something that is no entry', () => log.toSpliced(2, 1, null as never)],
])('a server that sends %s is found out', async (_, entries) => {
  await expect(readActivity(sample.vault, entries())).rejects.toMatchObject({ code: 'activity_broken' })
})

test('the refusal says which entry was expected', async () => {
  await expect(readActivity(sample.vault, log.toSpliced(4, 1))).rejects.toThrow('entry 8 was expected')
})

test('a log reads to the end only with all entries in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...log], { minLength: 1 }), async (entries) => {
      const isPrefix = entries.every((entry, index) => entry === log[index])
      const outcome = readActivity(sample.vault, entries).then(
        () => 'read',
        (error: VaultError) => error.code,
      )
      expect(await outcome).toBe(isPrefix ? 'read' : 'activity_broken')
    }),
    { numRuns: 200 },
  )
})

test('events of one commit are chained, and events alone make a commit', async () => {
  const prepared = await prepare(sample.vault, { activity: EVENTS })
  const { commit, next } = prepared
  expect(VAULT_COMMIT.read(JSON.parse(JSON.stringify(commit)))).toEqual(commit)
  expect(commit.activity.map(({ seq }) => seq)).toEqual(EVENTS.map((_, index) => 13 + index))
  expect(commit.activity[1]?.prev).toBe(await hashActivityEntry(next.vaultId, commit.activity[0]!))
  expect(next.activityCount).toBe(24)
})

test("after a conflict, events are chained onto the other device's entries", async () => {
  const edits = { activity: [RELEASED] }
  const stale = await prepare(sample.vault, edits)
  const other = await write(sample, { activity: [EVENTS[4]!] })
  const retry = await write(other, edits)
  expect(stale.commit.activity[0]?.prev).not.toBe(retry.log.at(-1)?.prev)
  const { events } = await readActivity(retry.vault, retry.log.toReversed())
  expect(events.slice(0, 2).map(({ event }) => event)).toEqual([RELEASED, EVENTS[4]])
})

test.each<[string, (commit: { activity: ActivityEntry[] }) => object]>([
  ['without a list of activity', (commit) => ({ ...commit, activity: undefined })],
  ['with a gap', (commit) => ({ ...commit, activity: commit.activity.toSpliced(1, 1) })],
  ['with an entry twice', (commit) => ({ ...commit, activity: [commit.activity[0], commit.activity[0]] })],
  [
    'with an entry of another account key',
    (commit) => ({ ...commit, activity: [{ ...commit.activity[0], ak_gen: 2 }] }),
  ],
])('a commit %s is malformed', async (_, change) => {
  const { commit } = await prepare(sample.vault, { activity: EVENTS })
  const body = change({ ...commit, activity: [...commit.activity] })
  expect(() => VAULT_COMMIT.read(body)).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test('a commit takes twenty events', async () => {
  const activity = Array.from({ length: LIMITS.activityPerCommit }, () => RELEASED)
  const { commit } = await prepare(sample.vault, { activity })
  expect(commit.activity).toHaveLength(LIMITS.activityPerCommit)
})

test.each<[string, readonly ActivityEvent[], string]>([
  ['too many events', Array.from({ length: LIMITS.activityPerCommit + 1 }, () => RELEASED), 'too_large'],
  ['an event that is too large', [{ ...RELEASED, claims: ['x'.repeat(4096)] }], 'too_large'],
  ['half a character', [{ ...RELEASED, device: '\uD800' }], 'malformed'],
  ['a time in another form', [{ ...RELEASED, at: '2026-01-02' }], 'malformed'],
])('a commit with %s is not prepared', async (_, activity, code) => {
  const preparing = prepare(sample.vault, { activity })
  await expect(preparing).rejects.toMatchObject({ code })
})

test.each<[string, object, string]>([
  ['of a type of a newer version', { type: 'shared' }, 'unsupported'],
  ['without a type', { type: 1 }, 'malformed'],
  ['with claim values', { claims: { email: 'ann@example.org' } }, 'malformed'],
  ['with one more field', { values: [] }, 'malformed'],
  ['that does not say whether it was sealed', { sealed: 'yes' }, 'malformed'],
  ['with half a hash', { claims_sha256: 'AAAA' }, 'malformed'],
  ['with a version before the first', { version: 0 }, 'malformed'],
  ['with an app that has one more field', { app: { ...RELEASED.app, secret: '' } }, 'malformed'],
])('an event %s is refused', (_, changes, code) => {
  expect(() => readActivityEvent({ ...RELEASED, ...changes })).toThrow(expect.objectContaining({ code }))
})

test('an event with a newer plaintext version is refused', () => {
  const plaintext = encodePaddedJson({ sv: 2, ...RELEASED })
  expect(() => decodeActivityEvent(plaintext)).toThrow(expect.objectContaining({ code: 'unsupported' }))
})

test.each<[string, object]>([
  ['the first entry with one before it', { prev: 'A'.repeat(43) }],
  ['a later entry with none before it', { seq: 2 }],
  ['entry zero', { seq: 0 }],
  ['a ciphertext that is larger than allowed', { ct: 'A'.repeat(Math.ceil(((8192 + 16) * 4) / 3)) }],
])('%s is malformed', (_, changes) => {
  const reading = () => ACTIVITY_ENTRY.read({ ...sample.log[0], ...changes })
  expect(reading).toThrow(expect.objectContaining({ code: 'malformed' }))
})

const LONG = { sha256: RELEASED.claims_sha256 }
const WITH_VALUES = { ...RELEASED, claims: ['email', 'picture'], values: ['ann@example.org', LONG] }

test('a log entry holds each released value or its hash, or no values, and the version of an update', async () => {
  const update = { ...WITH_VALUES, version: 1_795_000_000_000 }
  const written = await write(await vaultWith(EMAIL), { activity: [RELEASED, WITH_VALUES, update] })
  const { events } = await readActivity(written.vault, written.log.toReversed())
  expect(events.map(({ event }) => event)).toEqual([update, WITH_VALUES, RELEASED])
})

test.each<[string, unknown]>([
  ['fewer values than claims', ['ann@example.org']],
  ['more values than claims', ['ann@example.org', LONG, LONG]],
  ['a value that is no text', ['ann@example.org', 7]],
  ['half a character', ['\uD800', LONG]],
  ['half a hash', ['ann@example.org', { sha256: 'AAAA' }]],
  ['a hash with one more field', ['ann@example.org', { ...LONG, text: '' }]],
])('an entry with %s is refused', (_, values) => {
  expect(() => readActivityEvent({ ...WITH_VALUES, values })).toThrow(expect.objectContaining({ code: 'malformed' }))
})
