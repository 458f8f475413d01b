import { expect, test } from 'vitest'
import { readActivityEvent } from './activity-event.ts'
import { readActivity } from './read-activity.ts'
import { EMAIL, RELEASED, vaultWith, write } from './testing/sample-vault.ts'

const HASH = { sha256: RELEASED.claims_sha256 }
const WITH_VALUES = { ...RELEASED, claims: ['email', 'picture'], values: ['ann@example.org', HASH] }

test('an entry says what was released of each claim, a long value by its hash; one of before reads on', async () => {
  const { vault, log } = await write(await vaultWith(EMAIL), { activity: [RELEASED, WITH_VALUES] })
  const { events } = await readActivity(vault, log.toReversed())
  expect(events.map(({ event }) => event)).toEqual([WITH_VALUES, RELEASED])
})

test('a revocation names the app; one of before reads on', () => {
  const { at, device } = RELEASED
  const revoked = { type: 'app_revoked', at, device, client_id: 'app-1' } as const
  expect(readActivityEvent(revoked)).toEqual(revoked)
  expect(readActivityEvent({ ...revoked, name: 'Books' })).toEqual({ ...revoked, name: 'Books' })
})

test.each<[string, unknown]>([
  ['fewer values than claims', ['ann@example.org']],
  ['more values than claims', ['ann@example.org', HASH, HASH]],
  ['a value that is no text', ['ann@example.org', 7]],
  ['half a character', ['\uD800', HASH]],
  ['half a hash', ['ann@example.org', { sha256: 'AAAA' }]],
  ['a hash with one more field', ['ann@example.org', { ...HASH, text: '' }]],
])('an entry with %s is refused', (_, values) => {
  expect(() => readActivityEvent({ ...WITH_VALUES, values })).toThrow(expect.objectContaining({ code: 'malformed' }))
})
