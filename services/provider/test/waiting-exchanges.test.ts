import { startBeforeAll } from '@countersign/testing'
import { expect, inject, test } from 'vitest'
import { type StartedProvider, startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))

type Answer = Awaited<ReturnType<StartedProvider['refresh']>>

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** On a cluster calls wait at the machine of the flow. */
const WAITING_ANYWHERE = inject('hasCluster')
  ? `select sum(result::int)::int as count from run_command_on_workers($$${WAITING}$$)`
  : WAITING

/** Calls three times at once, all of them between the lock of the flow's row and its release. */
async function callBehindLock(lock: string, id: string, call: () => Promise<Answer>): Promise<Answer[]> {
  const { pool } = provider.database
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock, [id])
    const answers = Promise.all(Array.from({ length: 3 }, call))
    await expect.poll(async () => (await pool.query(WAITING_ANYWHERE)).rows, { timeout: 5_000 }).toEqual([{ count: 3 }])
    await holder.query('commit')
    return await answers
  } finally {
    holder.release(true)
  }
}

async function findNewestGrant(): Promise<string> {
  const [row] = await provider.database.sql<{ grant_id: string }>`
    select grant_id from provider.grants order by created_at desc limit 1`
  return row?.grant_id ?? ''
}

test('CVE-2026-1035: of refreshes that wait for one lock each is decided by what the last one left', async () => {
  const { refresh_token } = await provider.obtainTokens()
  const grantId = await findNewestGrant()
  const lock = 'select from provider.grants where grant_id = $1 for update'
  const answers = await callBehindLock(lock, grantId, () => provider.refresh(refresh_token))
  // One rotates, and the others get its answer again.
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect((await provider.introspect(answers[0]?.json().access_token)).json().active).toBe(true)
  const kept = await provider.database.sql`select rotation from provider.grants where grant_id = ${grantId}`
  expect(kept).toEqual([{ rotation: 1 }])
})

test('CVE-2026-53518: of exchanges waiting for one lock the first spends the code', async () => {
  const code = await provider.obtainCode()
  const [row] = await provider.database.sql<{ id: string }>`
    select auth_request_id as id from provider.authorization_requests order by created_at desc limit 1`
  const lock = 'select from provider.authorization_requests where auth_request_id = $1 for update'
  const answers = await callBehindLock(lock, row?.id ?? '', () => provider.exchange(code))
  const [exchanged, ...refused] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
  expect(exchanged?.statusCode).toBe(200)
  for (const answer of refused) {
    expect(answer.json()).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringContaining('The code was already used'),
    })
  }
  expect((await provider.introspect(exchanged?.json().access_token)).json().active).toBe(false)
})
