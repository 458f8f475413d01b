import { codeOf, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../../support/approval.ts'
import { useLyingCore } from '../../support/lying-core.ts'

const core = useLyingCore()

describe('a log that core changes', () => {
  type Entries = { entries: { ct: string; seq: number }[] }
  const READ_LOG = 'GET /api/vault/activity/'

  test.each<[string, (answer: Entries) => Entries]>([
    ['leaves the newest entry out of', ({ entries }) => ({ entries: entries.slice(1) })],
    ['leaves an entry out of', ({ entries }) => ({ entries: entries.filter((_entry, index) => index !== 1) })],
    ['empties', () => ({ entries: [] })],
    ['changes the order of', ({ entries }) => ({ entries: entries.toReversed() })],
    [
      'puts other content into',
      ({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ct: entries[1]!.ct })) }),
    ],
  ])('is noticed when it %s it', async (_case, lie) => {
    const { device } = await signUp(core)
    for (let count = 0; count < 3; count += 1) await device.approve(await approvalOf(core, device))
    core.lies.set(READ_LOG, lie)
    expect(await codeOf(device.readActivity({}))).toBe('activity_broken')
    core.lies.delete(READ_LOG)
    expect((await device.readActivity({})).events).toHaveLength(3)
  })
})
