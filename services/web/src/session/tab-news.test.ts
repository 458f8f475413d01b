import type { OpenedProfile } from '@countersign/device'
import { afterEach, expect, test } from 'vitest'
import { listenToTabs, type TabNews } from './tab-news.ts'

const profile = (userId: string, gen: number): OpenedProfile => ({
  userId,
  method: 'passkey',
  knowsLogin: false,
  scope: 'full',
  freshUntil: undefined,
  values: { email: 'ada@example.org' },
  claims: [],
  conflicts: [],
  knownApps: {},
  lastChanged: { at: '', device: '' },
  isFirstUse: false,
  memory: { vault_id: 'v', gen, hash: 'h' },
})

const tabs: TabNews[] = []
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

/** A tab with this profile open, and a promise of its being told of something newer. */
function openTab(open: OpenedProfile | undefined) {
  const { promise: told, resolve } = Promise.withResolvers<string>()
  const tab = listenToTabs(
    () => open,
    () => resolve('told'),
  )
  tabs.push(tab)
  return { tab, told }
}

test('a tab hears that another one has a newer vault of the same person, and only then', async () => {
  const { tab } = openTab(profile('ada', 5))
  const older = openTab(profile('ada', 4))
  const others = [openTab(profile('ada', 5)), openTab(profile('grace', 1)), openTab(undefined)]
  tab.tell(profile('ada', 5))
  expect(await older.told).toBe('told')
  // All channels got the message in the same turn, so who was to be told has been told.
  const silent = Promise.race([...others.map(({ told }) => told), Promise.resolve('nothing')])
  expect(await silent).toBe('nothing')
})

test('what is told has nothing of the vault in it', async () => {
  const channel = new BroadcastChannel('countersign.vault')
  const { promise: heard, resolve } = Promise.withResolvers<unknown>()
  channel.addEventListener('message', (message) => resolve(message.data))
  openTab(undefined).tab.tell(profile('ada', 5))
  expect(await heard).toEqual({ userId: 'ada', gen: 5 })
  channel.close()
})

test('a message of another form is not heard', async () => {
  const channel = new BroadcastChannel('countersign.vault')
  const { told } = openTab(profile('ada', 4))
  const send = channel.postMessage.bind(channel)
  for (const noise of ['text', null, { userId: 'ada' }, { userId: 'ada', gen: 'all' }]) send(noise)
  send({ userId: 'ada', gen: 5 })
  expect(await told).toBe('told')
  channel.close()
})
