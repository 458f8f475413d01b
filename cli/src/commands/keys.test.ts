import { createLogger } from '@countersign/service/telemetry'
import { createServerDatabase } from '@countersign/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../program.ts'
import { startServer } from '../server.ts'

let databaseUrl: string
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createServerDatabase()
  databaseUrl = created.url
  drop = created.drop
})
afterAll(() => drop())

const SECRETS = {
  INTERNAL_SERVICE_TOKEN: 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB',
  DATA_TOKEN_SECRET: 'a shared secret of more than 32 characters',
  KEY_ENCRYPTION_SECRET: 'Zx8Cv6Bn4Mq2We0Rt9Yu7Io5Pa3Sd1Fg-hJ',
}

async function keys(...parameters: readonly string[]) {
  return run(SECRETS, 'keys', ...parameters)
}

async function run(secrets: typeof SECRETS, ...parameters: readonly string[]) {
  const said: string[] = []
  const code = await runProgram(parameters, {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: '/nowhere/countersign', ...secrets },
    output: { print: (text) => void said.push(text) },
    complain: (text) => void said.push(text),
  })
  return { code, said: said.join('\n') }
}

test('keys are made, listed, succeeded by others ahead of time, and after a leak at once', async () => {
  expect(await keys('list')).toEqual({ code: 0, said: expect.stringContaining('There is no key yet') })
  expect((await keys('rotate')).said).toContain('Running processes notice by themselves.')
  const first: { kid: string; algorithm: string; state: string }[] = JSON.parse((await keys('list', '--json')).said)
  expect(first.map(({ algorithm, state }) => [algorithm, state])).toEqual([
    ['ES256', 'active'],
    ['RS256', 'active'],
  ])
  await keys('rotate')
  const both: typeof first = JSON.parse((await keys('list', '--json')).said)
  expect(both.filter(({ algorithm }) => algorithm === 'ES256').map(({ state }) => state)).toEqual([
    'published',
    'active',
  ])
  expect((await keys('rotate')).said).toContain('Nothing to do')
  expect((await keys('rotate', '--immediately')).code).toBe(0)
  const states: typeof first = JSON.parse((await keys('list', '--json')).said)
  expect(states.filter(({ algorithm }) => algorithm === 'ES256').map(({ state }) => state)).toEqual([
    'active',
    'removed',
    'removed',
  ])
})

test('only keys that id_tokens are signed with are listed, not the secret behind pairwise subjects', async () => {
  const env = { DATABASE_URL: databaseUrl, PORT: '0', ...SECRETS }
  const server = await startServer({ env, logger: createLogger({ level: 'silent' }), components: ['provider'] })
  // Asking for the keys makes those that are missing: the secret too.
  expect((await fetch(`${server.url}/.well-known/jwks.json`)).status).toBe(200)
  await server.close()
  const listed: { algorithm: string }[] = JSON.parse((await keys('list', '--json')).said)
  expect(new Set(listed.map(({ algorithm }) => algorithm))).toEqual(new Set(['ES256', 'RS256']))
})

test('with a lost secret nothing is signed until all that it sealed is made anew, and doctor says so', async () => {
  const others = { ...SECRETS, KEY_ENCRYPTION_SECRET: 'Pq3Lm5Np8Rs2Tu6Ad4Fg0Hj-kBz7Zt1Vw9X' }
  expect((await run(SECRETS, 'doctor')).said).not.toContain('KEY_ENCRYPTION_SECRET in use')
  expect((await run(others, 'doctor')).said).toContain('KEY_ENCRYPTION_SECRET in use does not open the signing keys')
  // A leak alone leaves apps with pairwise subjects the people that they know.
  await run(others, 'keys', 'rotate', '--immediately')
  expect((await run(others, 'doctor')).said).toMatch(/keys that it does not open: 1 /)
  await run(others, 'keys', 'rotate', '--lost-secret')
  expect((await run(others, 'doctor')).said).not.toContain('KEY_ENCRYPTION_SECRET in use')
})
