import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemorySessions, type KeptSession } from '../session-storage.ts'
import { createKeptSessions } from './kept-sessions.ts'

const SESSION: KeptSession = {
  userId: 'ada',
  token: 'cs_st_first',
  since: '2026-11-22T08:00:00.000Z',
  method: { type: 'password', login: 'ada' },
}

test('two pages that need a key at once, each before the other has made one, have the same', async () => {
  const memory = createMemorySessions()
  const slow = { ...memory, read: () => memory.read().then((kept) => delay(20).then(() => kept)) }
  const pages = [createKeptSessions(slow), createKeptSessions(slow)]
  const [one, other] = await Promise.all(pages.map((page) => page.keys({ begins: true })))
  expect(one).toBeDefined()
  expect(other).toBe(one)
})

test('of two sessions that pages began, the later one stays, whichever is kept last', async () => {
  const memory = createMemorySessions()
  const pages = [createKeptSessions(memory), createKeptSessions(memory)] as const
  for (const page of pages) await page.keys({ begins: true })
  const later = { ...SESSION, token: 'cs_st_later', since: '2026-11-22T08:00:00.001Z' }
  await pages[1].keep(later)
  await pages[0].keep(SESSION)
  expect(await pages[0].read()).toEqual(later)
})
