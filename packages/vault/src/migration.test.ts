import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { prepareCommit } from './commit.ts'
import { openVault } from './open-vault.ts'
import { missingHeads } from './prove-continuity.ts'
import { readActivity } from './read-activity.ts'
import { checkReceipt, receiptOf } from './receipt.ts'
import { deriveRecovery, type RecoveryKey } from './recovery-key.ts'
import { prepareRotation } from './rotate.ts'
import { AUTHOR, afterCommit, NAME, RECOVERY, RELEASED } from './testing/sample-vault.ts'
import { hashList, unb64 } from './vectors/noble-reference.ts'

const JKT = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
const AT = '2026-01-02T03:04:05.000Z'

// Stored by devices with older head versions.
describe.each([
  ['version 1', readStored(1), { log: [], pins: { 'app-1': { name: '', host: '', jkt: JKT, since: AT, used: AT } } }],
  [
    'version 2',
    readStored(2),
    {
      log: ['account_key_rotated', 'released'],
      pins: { 'app-1': { name: '', host: 'app.example', jkt: JKT, since: AT, used: AT } },
    },
  ],
])('a stored vault with a head of %s', (_, stored, known) => {
  const password = { type: 'opaque', root: unhex(stored.opaque_root) } as const
  const log = stored.log ?? []

  function open(snapshot: unknown, memory = stored.memory) {
    return openVault({ snapshot, userId: stored.user_id, method: password, memory })
  }

  test('opens with all of its methods', async () => {
    const { vault } = await open(stored.snapshot)
    expect(vault).toMatchObject({ items: stored.items, continuity: 'verified', activityCount: log.length })
    const { root } = await deriveRecovery(unhex(stored.recovery_key) as RecoveryKey)
    const method = { type: 'recovery', root } as const
    await expect(openVault({ snapshot: stored.snapshot, userId: stored.user_id, method })).resolves.toBeDefined()
  })

  test('has a chain over the heads that it lists, oldest first', async () => {
    const { gen, anc, past } = (await open(stored.snapshot)).vault.internal.body
    const from = gen - anc.length
    let h = hashList('countersign/v1/past/start', unb64(stored.snapshot.vault_id), from)
    for (const hash of anc.toReversed()) h = hashList('countersign/v1/past', unb64(h), unb64(hash))
    expect(past).toEqual({ from, h })
  })

  test('keeps what it knew of apps', async () => {
    expect((await open(stored.snapshot)).vault.rpPins).toEqual(known.pins)
  })

  test('shows its log', async () => {
    const { vault } = await open(stored.snapshot)
    const { events } = await readActivity(vault, log.toReversed())
    expect(events.map(({ event }) => event.type)).toEqual(known.log)
  })

  test('has receipts that stay good', async () => {
    const { vault } = await open(stored.snapshot)
    for (const entry of log) {
      const receipt = await receiptOf(vault, entry)
      await expect(checkReceipt(vault, JSON.parse(JSON.stringify(receipt)))).resolves.toEqual(receipt.event)
    }
  })

  test('becomes version 3 at its next write, with a log, and keeps its history', async () => {
    const { vault } = await open(stored.snapshot)
    const edits = { put: [{ ...NAME, id: stored.items[0].id }], remove: [], activity: [RELEASED], ...AUTHOR }
    const { commit, next } = await prepareCommit(vault, edits)
    const reopened = await open(afterCommit(stored.snapshot, commit))
    expect(reopened.vault).toMatchObject({ continuity: 'verified', rpPins: vault.rpPins })
    expect(new Set(reopened.vault.items)).toEqual(new Set(next.items))
    expect(reopened.vault.internal.body).toEqual(next.internal.body)
    const { events } = await readActivity(reopened.vault, [...log, ...commit.activity].toReversed())
    expect(events.map(({ event }) => event.type)).toEqual(['released', ...known.log])
  })

  test('gets a new account key', async () => {
    const { vault } = await open(stored.snapshot)
    const using = { record: stored.snapshot.unlock[0], method: password }
    const { rotation } = await prepareRotation(vault, { methods: [password, RECOVERY], using, ...AUTHOR })
    const { head, items, unlock } = rotation
    const reopened = await open({ ...stored.snapshot, head, items, unlock })
    expect(reopened.vault).toMatchObject({ items: vault.items, continuity: 'verified' })
  })
})

test('an old log entry with the hash of a data token still reads', async () => {
  const { snapshot, user_id: userId, opaque_root: root, log } = readStored(2)
  const { vault } = await openVault({ snapshot, userId, method: { type: 'opaque', root: unhex(root) } })
  const { claims_sha256: hash, ...released } = RELEASED
  const { events } = await readActivity(vault, log.toReversed())
  expect(events.at(-1)?.event).toEqual({ ...released, data_token_sha256: hash })
})

test('a version 2 vault beyond the listed ancestors opens as unproven for good', async () => {
  const { snapshot, user_id: userId, opaque_root: root, old_memory: memory } = readStored(2)
  const method = { type: 'opaque', root: unhex(root) } as const
  const { vault } = await openVault({ snapshot, userId, method, memory })
  expect([vault.continuity, missingHeads(vault)]).toEqual(['unproven', undefined])
})

function readStored(version: 1 | 2) {
  return JSON.parse(readFileSync(new URL(`../vectors/vault-v${version}.json`, import.meta.url), 'utf8'))
}

function unhex(hex: string) {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}
