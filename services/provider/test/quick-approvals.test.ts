import { randomUUID } from 'node:crypto'
import { hasOwnServer, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { type StartedProvider, startProvider } from './started-provider.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

describe('a quick approval', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  const { approve, codeOf, approveQuickly, listed, revoke } = stepsOf(() => provider)

  test('is allowed by what the person allows the app, and by nothing else', async () => {
    const [ada, eve] = [randomUUID(), randomUUID()]
    expect((await approveQuickly(ada)).json().code).toBe('consent_required')
    await provider.exchange(codeOf(await approve(ada)))
    expect((await approveQuickly(ada)).statusCode).toBe(200)
    expect((await approveQuickly(eve)).json().code).toBe('consent_required')
    await revoke(ada)
    expect((await approveQuickly(ada)).json().code).toBe('consent_required')
  })

  test('ends with what allows it, which is the latest end', async () => {
    const ada = randomUUID()
    const ends = [2, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString())
    for (const ends_at of ends) await provider.exchange(codeOf(await approve(ada, { grant: { ends_at } })))
    const [, shorter = ''] = ends
    await provider.exchange(codeOf(await approveQuickly(ada)))
    expect((await listed(ada)).map(({ ends_at }) => ends_at)).toEqual([shorter, shorter, shorter])
  })

  test('is not made of what was allowed once, also where an end was chosen before', async () => {
    const ada = randomUUID()
    await provider.exchange(codeOf(await approve(ada)))
    await provider.exchange(codeOf(await approve(ada, { grant: { once: true } })))
    expect(await listed(ada)).toHaveLength(2)
    expect((await approveQuickly(ada)).json().code).toBe('consent_required')
  })

  test('is made of a day in its last hour, though that ends with its access token', async () => {
    const ada = randomUUID()
    const ends_at = new Date(Date.now() + HOUR_MS / 2).toISOString()
    await provider.exchange(codeOf(await approve(ada, { grant: { ends_at } })))
    expect((await approveQuickly(ada)).statusCode).toBe(200)
  })
})

/** Only a database that serves several at once can be taken by surprise; of a cluster, one machine does not see who waits at another. */
describe.runIf(hasOwnServer)('one machine: a quick approval during revocation', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  const { approve, codeOf, approveQuickly, listed, revoke } = stepsOf(() => provider)

  test('finds that it is gone', async () => {
    const ada = randomUUID()
    await provider.exchange(codeOf(await approve(ada)))
    const approving = await provider.database.sql.transaction(async (sql) => {
      await sql`update provider.grants set revoked_at = now() where user_id = ${ada}`
      const response = approveQuickly(ada)
      await waitsForLock()
      return { response }
    })
    expect((await approving.response).json().code).toBe('consent_required')
  })

  test('ends with it, where it is about to be written', async () => {
    const ada = randomUUID()
    await provider.exchange(codeOf(await approve(ada)))
    const code = codeOf(await approveQuickly(ada))
    const [row] = await provider.database.sql<{ id: string }>`
      select auth_request_id as id from provider.authorization_requests where user_id = ${ada} and code_used_at is null`
    // As if the code was not there yet: the approval holds the grant, and is about to write it.
    await provider.database
      .sql`update provider.authorization_requests set user_id = 'no-one' where auth_request_id = ${row!.id}`
    const { revoking } = await provider.database.sql.transaction(async (sql) => {
      await sql`select from provider.grants where user_id = ${ada} for share`
      const response = revoke(ada)
      await waitsForLock()
      await sql`update provider.authorization_requests set user_id = ${ada} where auth_request_id = ${row!.id}`
      return { revoking: response }
    })
    await revoking
    expect((await provider.exchange(code)).json().error).toBe('invalid_grant')
    expect(await listed(ada)).toEqual([])
  })

  /** Waits until one connection waits for a row lock of another. */
  async function waitsForLock(): Promise<void> {
    await expect
      .poll(
        () => provider.database.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .not.toEqual([])
  }
})

function stepsOf(provider: () => StartedProvider) {
  async function approve(userId: string, changes: object = {}) {
    const id = await provider().startRequest({ scope: 'openid' })
    return provider().complete(id, { user_id: userId, approved_scopes: ['openid'], ...changes })
  }
  const codeOf = (response: Awaited<ReturnType<typeof approve>>): string => response.json().authorization_code
  const approveQuickly = async (userId: string) => approve(userId, { unasked: true })
  const listed = async (userId: string) =>
    (await provider().internal('GET', `grants/?user_id=${userId}`)).json<{ grants: { ends_at: string | null }[] }>()
      .grants
  const revoke = (userId: string) => provider().revokeGrants(userId, { client_id: provider().client.client_id })
  return { approve, codeOf, approveQuickly, listed, revoke }
}
