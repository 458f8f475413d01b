import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { prepareCommit } from './commit.ts'
import { openVault } from './open-vault.ts'
import { readActivity } from './read-activity.ts'
import { deriveRecovery, type RecoveryKey } from './recovery-key.ts'
import { AUTHOR, afterCommit, PHONE, RELEASED } from './testing/sample-vault.ts'

// A vault that a device with the first version of the head wrote, as the server still keeps it.
const stored = JSON.parse(readFileSync(new URL('../vectors/vault-v1.json', import.meta.url), 'utf8'))
const PASSWORD = { type: 'opaque', root: unhex(stored.opaque_root) } as const

function unhex(hex: string) {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}

function open(snapshot: unknown, memory = stored.memory) {
  return openVault({ snapshot, userId: stored.user_id, method: PASSWORD, memory })
}

test('a stored vault with a head of version 1 opens with all of its methods', async () => {
  const { vault } = await open(stored.snapshot)
  expect(vault).toMatchObject({ items: stored.items, continuity: 'verified', activityCount: 0 })
  const { root } = await deriveRecovery(unhex(stored.recovery_key) as RecoveryKey)
  const method = { type: 'recovery', root } as const
  await expect(openVault({ snapshot: stored.snapshot, userId: stored.user_id, method })).resolves.toBeDefined()
})

test('what version 1 knew of an app is kept, and dated by the head', async () => {
  const { vault } = await open(stored.snapshot)
  const jkt = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
  expect(vault.rpPins).toEqual({ 'app-1': { host: '', jkt, since: '2026-01-02T03:04:05.000Z' } })
})

test('its next write makes it a vault of version 2, with a log, and continues its history', async () => {
  const { vault } = await open(stored.snapshot)
  const edits = { put: [PHONE], remove: [], activity: [RELEASED], ...AUTHOR }
  const { commit, next } = await prepareCommit(vault, edits)
  const reopened = await open(afterCommit(stored.snapshot, commit))
  expect(reopened.vault).toMatchObject({ items: next.items, continuity: 'verified', rpPins: vault.rpPins })
  const { events } = await readActivity(reopened.vault, commit.activity)
  expect(events.map(({ event }) => event)).toEqual([RELEASED])
})
