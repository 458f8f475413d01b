import type { AppUpdate } from '@countersign/device'
import { enEntry } from '@countersign/ui/messages/en/entry.ts'
import { enRest } from '@countersign/ui/messages/en/rest.ts'
import { formatOf } from '@countersign/ui/messages/format.ts'
import { expect, test } from 'vitest'
import { canSend, changedOnes, describeApps } from './app-updates.ts'

const update = (name: string, part: Partial<AppUpdate> = {}): AppUpdate => ({
  clientId: `id of ${name}`,
  name,
  host: 'app.example',
  since: '2026-11-28T08:00:00Z',
  until: undefined,
  sentAt: undefined,
  changes: { email: 'ada@home.example' },
  delivery: 'none',
  problem: undefined,
  problemClaims: [],
  ...part,
})

test('apps that lack something stand by name; one with a problem is no receiver', () => {
  const strict = update('Bank', { problem: 'unverified', problemClaims: ['email'] })
  const changed = changedOnes([update('Shop'), update('Music', { changes: {} }), update('Books'), strict])
  expect(changed.map(({ name }) => name)).toEqual(['Bank', 'Books', 'Shop'])
  expect(changed.filter(canSend).map(({ name }) => name)).toEqual(['Books', 'Shop'])
})

test.each([
  [['Books'], 'Books'],
  [['Books', 'Shop'], 'Books and Shop'],
  [['Books', 'Shop', ''], 'Books and 2 others'],
  [[''], 'id of '],
])('receivers %j are called %s', (names, said) => {
  const apps = describeApps(
    { ...enEntry, ...enRest },
    formatOf('en'),
    names.map((name) => update(name)),
  )
  expect(apps.replaceAll(/[\u2068\u2069]/g, '')).toBe(said)
})
