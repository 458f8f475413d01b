import { describe, expect, test } from 'vitest'
import { createMemorySessions, type StoredSession } from '../session-storage.ts'
import { createKeptSessions } from './kept-sessions.ts'

const SESSION: StoredSession = {
  userId: 'ada',
  token: 'cs_st_first',
  since: '2026-11-22T08:00:00.000Z',
  method: { type: 'password', login: 'ada' },
}
const LATER = { ...SESSION, token: 'cs_st_later', since: '2026-11-22T08:00:00.001Z' }

function openPages() {
  const memory = createMemorySessions()
  return { memory, pages: [createKeptSessions(memory), createKeptSessions(memory)] as const }
}

describe('the key of a session', () => {
  test('is a fresh one for each that begins, and stays that of the one that is kept', async () => {
    const { pages } = openPages()
    const first = await pages[0].keysFor(undefined)
    expect(first?.former).toBeUndefined()
    await pages[0].keep(SESSION)
    const second = await pages[0].keysFor(undefined)
    expect(second?.keys).not.toBe(first?.keys)
    expect(second?.former).toBe(first?.keys)
    expect((await pages[0].keysFor(SESSION.token))?.keys).toBe(first?.keys)
    await pages[1].read()
    expect((await pages[1].keysFor(SESSION.token))?.keys).toBe(first?.keys)
  })

  test('is never one that was stored before the session began', async () => {
    const { memory, pages } = openPages()
    const planted = (await createKeptSessions(createMemorySessions()).keysFor(undefined))!.keys
    await memory.update(() => ({ keys: planted }))
    const pairs = await pages[0].keysFor(undefined)
    await pages[0].keep(SESSION)
    expect(pairs?.keys).not.toBe(planted)
    expect((await memory.read())?.keys).toBe(pairs?.keys)
  })
})

test('of two sessions that pages began, the later one stays, whichever is kept last', async () => {
  const { pages } = openPages()
  for (const page of pages) await page.keysFor(undefined)
  await pages[1].keep(LATER)
  await pages[0].keep(SESSION)
  expect(await pages[0].read()).toEqual(LATER)
})

test('a page whose session another one has ended does not put it in the place of one that begins', async () => {
  const { memory, pages } = openPages()
  await pages[0].keysFor(undefined)
  await pages[0].keep(SESSION)
  await pages[1].forget()
  await pages[1].keysFor(undefined)
  await pages[0].keep({ ...SESSION, name: 'Ada' })
  expect((await memory.read())?.session).toBeUndefined()
})

test('a session that core dates ahead gives way to the next one', async () => {
  const { pages } = openPages()
  await pages[0].keysFor(undefined)
  await pages[0].keep({ ...SESSION, since: '9999-01-01T00:00:00.000Z' })
  await pages[1].keysFor(undefined)
  await pages[1].keep({ ...LATER, userId: 'grace' })
  expect(await pages[0].read()).toMatchObject({ userId: 'grace' })
})
