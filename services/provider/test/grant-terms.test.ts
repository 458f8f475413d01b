import { randomUUID } from 'node:crypto'
import { hasOwnServer, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startProvider } from './started-provider.ts'

const DAY_MS = 86_400_000

type Listed = { readonly ends_at: string | null; readonly access_expires_at: string; readonly expires_at: string }

const inADay = () => new Date(Date.now() + DAY_MS).toISOString()

const provider = startBeforeAll(() => startProvider('postgresql'))

/** Has a person approve a request on these terms. */
async function approve(grant?: object, userId: string = randomUUID()) {
  const response = await provider.complete(await provider.startRequest(), { user_id: userId, ...(grant && { grant }) })
  const listed = async (): Promise<Listed[]> =>
    (await provider.internal('GET', `grants/?user_id=${userId}`)).json().grants
  return { response, code: response.json().authorization_code, listed }
}
const secondsUntil = (time: string) => (Date.parse(time) - Date.now()) / 1000

test('only for this once: no refresh token, and its only access token is all that is listed', async () => {
  const { code, listed } = await approve({ once: true })
  const tokens = (await provider.exchange(code)).json()
  expect(tokens).toMatchObject({ access_token: expect.any(String), expires_in: 3600, data_token: expect.any(String) })
  expect(tokens).not.toHaveProperty('refresh_token')
  expect((await provider.userinfo(tokens.access_token)).statusCode).toBe(200)
  const [grant] = await listed()
  expect([grant?.access_expires_at, grant?.expires_at]).toEqual([grant?.ends_at, grant?.ends_at])
  expect(secondsUntil(grant?.ends_at ?? '')).toBeLessThanOrEqual(3600)
})

test('until a day: no token outlives it, however often the app comes back', async () => {
  const ends_at = inADay()
  const { code, listed } = await approve({ ends_at })
  const first = (await provider.exchange(code)).json()
  expect(first).toMatchObject({ expires_in: 3600, refresh_token: expect.any(String) })
  const second = (await provider.refresh(first.refresh_token)).json()
  expect(await listed()).toMatchObject([{ ends_at, expires_at: ends_at }])
  // As if half an hour was left of it.
  await provider.database.sql`
    update provider.grants set ends_at = now() + interval '30 minutes' where ends_at = ${ends_at}`
  const third = (await provider.refresh(second.refresh_token)).json()
  expect(third.expires_in).toBeLessThanOrEqual(1800)
  expect(third.expires_in).toBeGreaterThan(1700)
  expect((await provider.introspect(third.access_token)).json().exp).toBeLessThan(Date.now() / 1000 + 1801)
})

test('until a past day: the refresh token is dead, the app not listed, a late code spent in vain', async () => {
  const ends_at = inADay()
  const [used, late] = [await approve({ ends_at }), await approve({ ends_at })]
  const { refresh_token } = (await provider.exchange(used.code)).json()
  await provider.database
    .sql`update provider.grants set refresh_token_expires_at = now() where refresh_token_expires_at = ${ends_at}`
  await provider.database.sql`
    update provider.authorization_requests set grant_ends_at = now() where grant_ends_at = ${ends_at}`
  expect((await provider.refresh(refresh_token)).json().error).toBe('invalid_grant')
  expect((await provider.exchange(late.code)).json().error).toBe('invalid_grant')
  expect([await used.listed(), await late.listed()]).toEqual([[], []])
})

test.each([
  ['once', { once: true }, 3600],
  ['a day', { ends_at: inADay() }, DAY_MS / 1000],
])('%s is all that is left of what the app was allowed before, redeemed or not', async (_case, terms, seconds) => {
  const userId = randomUUID()
  const [open, late] = [await approve(undefined, userId), await approve(undefined, userId)]
  const others = await approve()
  const { refresh_token } = (await provider.exchange(open.code)).json()
  await provider.exchange(others.code)
  const { code } = await approve(terms, userId)
  await provider.exchange(code)
  const second = (await provider.exchange(late.code)).json()
  const ends = async ({ listed }: typeof open) =>
    (await listed()).map(({ ends_at, expires_at }) => {
      expect(ends_at === null || ends_at === expires_at).toBe(true)
      return ends_at
    })
  const [end, ...same] = await ends(open)
  expect(same).toEqual([end, end])
  expect(secondsUntil(end ?? '')).toBeLessThanOrEqual(seconds)
  expect(await ends(others)).toEqual([null])
  // As if it had come.
  await provider.database.sql`update provider.grants set ends_at = now() where user_id = ${userId}`
  expect((await provider.refresh(refresh_token)).json().error).toBe('invalid_grant')
  expect((await provider.refresh(second.refresh_token)).json().error).toBe('invalid_grant')
  expect((await provider.introspect(second.access_token)).json()).toEqual({ active: false })
  expect(await open.listed()).toEqual([])
})

test('an end that is chosen leaves codes alone that have expired', async () => {
  const { sql } = provider.database
  const userId = randomUUID()
  await approve(undefined, userId)
  await sql`
    update provider.authorization_requests set code_expires_at = now() - interval '1 second' where user_id = ${userId}`
  await approve(undefined, userId)
  await provider.exchange((await approve({ once: true }, userId)).code)
  const codes = await sql`
    select code_expires_at < now() as has_expired, grant_ends_at is null as is_as_it_was
      from provider.authorization_requests where user_id = ${userId} and code_used_at is null order by code_expires_at`
  expect(codes).toEqual([
    { has_expired: true, is_as_it_was: true },
    { has_expired: false, is_as_it_was: false },
  ])
})

test.each([
  ['an end that has come', { ends_at: new Date(Date.now() - 1000).toISOString() }],
  ['no time', { ends_at: 'tomorrow' }],
  ['an end beyond the last year', { ends_at: '9999-12-31T23:59:59-01:00' }],
  ['two answers', { once: true, ends_at: inADay() }],
  ['no answer', { once: false }],
])('%s is refused', async (_case, grant) => {
  const { response } = await approve(grant)
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
})

/** Only a database that serves several at once can be taken by surprise; of a cluster, one machine does not see who waits at another. */
test.runIf(hasOwnServer)(
  'on one machine, an end holds for a code that is exchanged while it takes effect',
  async () => {
    const userId = randomUUID()
    const { sql } = provider.database
    const waiting = () => sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const allowed = await approve(undefined, userId)
    await provider.exchange(allowed.code)
    const [open, ending] = [await approve(undefined, userId), await approve({ ends_at: inADay() }, userId)]
    const exchanged = await sql.transaction(async (transaction) => {
      await transaction`select from provider.grants where user_id = ${userId} for update`
      const endingExchange = provider.exchange(ending.code)
      await expect.poll(waiting).toHaveLength(1)
      let isDone = false
      const openExchange = provider.exchange(open.code).finally(() => {
        isDone = true
      })
      await expect.poll(async () => isDone || (await waiting()).length === 2).toBe(true)
      return { all: [endingExchange, openExchange] }
    })
    for (const { statusCode } of await Promise.all(exchanged.all)) expect(statusCode).toBe(200)
    const ends = (await allowed.listed()).map(({ ends_at }) => ends_at)
    expect(ends).toEqual([expect.any(String), ends[0], ends[0]])
  },
)
