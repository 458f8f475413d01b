import { afterEach, expect, test } from 'vitest'
import { listenToTabs, type TabNews } from './tab-news.ts'

const profile = (userId: string, gen: number) => ({
  userId,
  values: { email: 'ada@example.org' },
  memory: { vault_id: 'v', gen, hash: 'h', past: { from: 1, h: 'p' } as const, wrote_at: 'now' },
})

const tabs: TabNews[] = []
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

/** A tab with this profile open, and a promise for the next newer generation. */
function openTab(open: ReturnType<typeof profile> | undefined) {
  const { promise: heard, resolve } = Promise.withResolvers<string>()
  const tab = listenToTabs(() => open, { onNewer: () => resolve('heard'), onLeft: () => resolve('left') })
  tabs.push(tab)
  return { tab, heard }
}

test('a tab hears that another one has a newer vault of the same person, and only then', async () => {
  const { tab } = openTab(profile('ada', 5))
  const older = openTab(profile('ada', 4))
  const others = [openTab(profile('ada', 5)), openTab(profile('grace', 1)), openTab(undefined)]
  tab.announce(profile('ada', 5))
  expect(await older.heard).toBe('heard')
  // All channels got the message in the same turn.
  const silent = Promise.race([...others.map(({ heard }) => heard), Promise.resolve('nothing')])
  expect(await silent).toBe('nothing')
})

test('a tab hears that its person has signed out in another one, and no other tab does', async () => {
  const { tab } = openTab(profile('ada', 4))
  const same = openTab(profile('ada', 5))
  const another = openTab(profile('grace', 1))
  tab.leave()
  expect(await same.heard).toBe('left')
  expect(await Promise.race([another.heard, Promise.resolve('nothing')])).toBe('nothing')
})

test('a message between tabs has nothing of the vault in it', async () => {
  const channel = new BroadcastChannel('countersign.vault')
  const { promise: heard, resolve } = Promise.withResolvers<unknown>()
  channel.addEventListener('message', (message) => resolve(message.data))
  openTab(undefined).tab.announce(profile('ada', 5))
  expect(await heard).toEqual({ userId: 'ada', gen: 5 })
  channel.close()
})

test('a message of another form is not heard', async () => {
  const channel = new BroadcastChannel('countersign.vault')
  const { heard } = openTab(profile('ada', 4))
  for (const noise of ['text', null, { userId: 'ada' }, { userId: 'ada', gen: 'all' }, { userId: 'ada', hasLeft: 1 }])
    channel.postMessage(noise)
  channel.postMessage({ userId: 'ada', gen: 5 })
  expect(await heard).toBe('heard')
  channel.close()
})
