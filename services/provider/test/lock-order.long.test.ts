// Long: every pair of transactions that locks requests and grants, for deadlocks.
import { randomUUID } from 'node:crypto'
import { type Database, openDatabase, type SqlPool } from '@countersign/service/sql'
import { createServerDatabase, hasOwnServer } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerMigrations } from '../src/index.ts'
import { countDeadlocks, type StartedProvider, startProvider } from './started-provider.ts'

const DAY_MS = 86_400_000
const ROUNDS = 5
const AT_ONCE = 6

type Response = { readonly statusCode: number; readonly body: string }
/** Prepares a step of one person, and answers the step itself. */
type Prepare = (provider: StartedProvider, userId: string) => Promise<() => Promise<Response>>

/** The transactions that lock both requests and grants of a person, or many of one of the two. */
const STEPS: Readonly<Record<string, Prepare>> = {
  'approving quickly': (provider, userId) => prepareApproval(provider, userId, { unasked: true }),
  'approving quickly once more': async (provider, userId) => {
    const approve = await prepareApproval(provider, userId, { unasked: true })
    await approve()
    return approve
  },
  'redeeming a code with an end': async (provider, userId) => {
    const grant = { ends_at: new Date(Date.now() + DAY_MS).toISOString() }
    const approve = await prepareApproval(provider, userId, { grant })
    const code = (await approve()).json<{ authorization_code: string }>().authorization_code
    return () => provider.exchange(code)
  },
  'revoking one app': async (provider, userId) => () =>
    provider.revokeGrants(userId, { client_id: provider.client.client_id }),
  'revoking every app': async (provider, userId) => () => provider.revokeGrants(userId),
  'erasing the person': async (provider, userId) => () =>
    provider.internal('POST', 'people/erase/', { user_id: userId }),
}

async function prepareApproval(provider: StartedProvider, userId: string, changes: object) {
  const id = await provider.startRequest({ scope: 'openid' })
  const data_token = await provider.attest(id, { sub: userId, claims: {} })
  return () => provider.complete(id, { user_id: userId, data_token, approved_scopes: ['openid'], ...changes })
}

const names = Object.keys(STEPS)
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

/** On a cluster the machines see their own locks only. */
describe.runIf(hasOwnServer)('two transactions that lock requests and grants never wait for each other', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>

  beforeAll(async () => {
    server = await createServerDatabase(providerMigrations)
  })
  afterAll(() => server.drop())

  test.each(pairs)('%s and %s', async (one, other) => {
    const before = await countDeadlocks(server.url)
    const open = () => openDatabase({ databaseUrl: server.url })
    const pools = await Promise.all([open(), open()])
    const provider = await startProvider('postgresql', undefined, {}, { database: alternating(pools) })
    for (let round = 0; round < ROUNDS; round += 1) {
      const userId = randomUUID()
      const allow = await prepareApproval(provider, userId, {})
      await provider.exchange((await allow()).json<{ authorization_code: string }>().authorization_code)
      const steps = await Promise.all(
        Array.from({ length: AT_ONCE }, () => [STEPS[one]!(provider, userId), STEPS[other]!(provider, userId)]).flat(),
      )
      const responses = await Promise.all(steps.map((step) => step()))
      const failed = responses.filter(({ statusCode, body }) => statusCode >= 500 || body.includes('invalid_request'))
      expect(failed.map(({ body }) => body)).toEqual([])
    }
    await provider.close()
    // A connection reports its deadlocks no later than when it ends.
    await Promise.all(pools.map((pool) => pool.close()))
    expect(await countDeadlocks(server.url)).toBe(before)
  })
})

/** Two processes, as far as the database can tell: each takes every other call. */
function alternating([one, two]: readonly [Database, Database]): Database {
  let calls = 0
  const next = (): SqlPool => (calls++ % 2 === 0 ? one.sql : two.sql)
  const run: SqlPool = Object.assign(
    <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) =>
      next()<Row & Record<string, unknown>>(text, ...values),
    { transaction: <Result>(work: Parameters<typeof one.sql.transaction<Result>>[0]) => next().transaction(work) },
  )
  return { ...one, sql: run }
}
