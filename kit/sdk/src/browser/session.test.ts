import { expect, test } from 'vitest'
import type { BrowserStore } from './browser-store.ts'
import { browserSessions, createSession, type KeptSession, memorySessions, type SessionStore } from './session.ts'

const sessionOf = (subject: string): KeptSession => ({
  subject,
  scope: ['openid'],
  idToken: 'a.b.c',
  accessToken: `token of ${subject}`,
  refreshToken: undefined,
  expiresAt: Date.now() + 3_600_000,
})

/** A tab of the app, on a store that all tabs share. */
function openTab(store: SessionStore) {
  return createSession({
    store,
    refresh: async () => Promise.reject(new Error('Nothing is renewed here.')),
    alone: async (action) => action(),
    onLost: () => undefined,
  })
}

test('late news of a sign-out leaves the new sign-in of another tab alone', async () => {
  const store = memorySessions()
  const [one, other] = [openTab(store), openTab(store)]
  await one.begin(sessionOf('ada'))
  await one.end()
  await other.begin(sessionOf('ada'))
  expect(await other.hasLeft()).toBe(false)
  expect(await other.renew()).toMatchObject({ subject: 'ada' })
})

test.each([undefined, 'bob'])('a tab whose person has left for %s hears it once, and ends nothing', async (next) => {
  const store = memorySessions()
  const [one, other] = [openTab(store), openTab(store)]
  await one.begin(sessionOf('ada'))
  await other.read()
  await one.end()
  if (next !== undefined) await one.begin(sessionOf(next))
  expect([await other.hasLeft(), await other.hasLeft(), await one.hasLeft()]).toEqual([true, false, false])
  expect((await store.read())?.subject).toBe(next)
})

test('the session kept in the browser holds no id_token, which may carry shared claims', async () => {
  const kept = new Map<string, unknown>()
  const database: BrowserStore = {
    get: async (name) => kept.get(name),
    put: async (name, value) => void kept.set(name, value),
    add: async (name, value) => kept.get(name) ?? kept.set(name, value).get(name),
    remove: async (name) => void kept.delete(name),
  }
  const session = openTab(browserSessions(database))
  await session.begin(sessionOf('ada'))
  expect(JSON.stringify([...kept])).not.toContain('a.b.c')
  expect(await session.read()).toMatchObject({ subject: 'ada' })
})
