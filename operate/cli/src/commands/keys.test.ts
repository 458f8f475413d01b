import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startCommandLine, startQuietly } from '../../test/command-line.ts'

const line = startBeforeAll(startCommandLine)

const SECRETS = {
  INTERNAL_SERVICE_TOKEN: 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB',
  DATA_TOKEN_SECRET: 'a shared secret of more than 32 characters',
  TOKEN_SECRET: 'Hn5Gb4Vf3Cd2Xs1Za0Lk9Mj8Nh7Bg6Vy-tR',
  KEY_ENCRYPTION_SECRET: 'Zx8Cv6Bn4Mq2We0Rt9Yu7Io5Pa3Sd1Fg-hJ',
}

const run = (secrets: typeof SECRETS, ...parameters: readonly string[]) => line.runWith(secrets, ...parameters)
const keys = (...parameters: readonly string[]) => run(SECRETS, 'keys', ...parameters)

/** The states of the ES256 keys. */
async function statesOf(): Promise<unknown> {
  const listed: { algorithm: string; state: string }[] = JSON.parse((await keys('list', '--json')).said)
  return listed.flatMap(({ algorithm, state }) => (algorithm === 'ES256' ? [state] : []))
}

test('keys are made, listed, succeeded by others ahead of time, and after a leak at once', async () => {
  expect(await keys('list')).toMatchObject({ code: 0, said: expect.stringContaining('There is no key yet') })
  expect((await keys('rotate')).said).toContain('Running processes notice by themselves.')
  const first: { algorithm: string; state: string }[] = JSON.parse((await keys('list', '--json')).said)
  expect(first.map(({ algorithm, state }) => `${algorithm} ${state}`)).toEqual(['ES256 active', 'RS256 active'])
  await keys('rotate')
  expect(await statesOf()).toEqual(['published', 'active'])
  expect((await keys('rotate')).said).toContain('Nothing to do')
  expect((await keys('rotate', '--immediately')).code).toBe(0)
  expect(await statesOf()).toEqual(['active', 'removed', 'removed'])
})

test('only keys that id_tokens are signed with are listed, not the secret behind pairwise subjects', async () => {
  const server = await startQuietly({ DATABASE_URL: line.url, ...SECRETS }, 'provider')
  // Reading the keys makes missing ones, and the secret.
  expect((await fetch(`${server.url}/.well-known/jwks.json`)).status).toBe(200)
  await server.close()
  const listed: { algorithm: string }[] = JSON.parse((await keys('list', '--json')).said)
  expect(new Set(listed.map(({ algorithm }) => algorithm))).toEqual(new Set(['ES256', 'RS256']))
})

test('with a lost secret nothing is signed until all that it sealed is made anew, and doctor says so', async () => {
  const others = { ...SECRETS, KEY_ENCRYPTION_SECRET: 'Pq3Lm5Np8Rs2Tu6Ad4Fg0Hj-kBz7Zt1Vw9X' }
  expect((await run(SECRETS, 'doctor')).said).not.toContain('KEY_ENCRYPTION_SECRET in use')
  expect((await run(others, 'doctor')).said).toContain('KEY_ENCRYPTION_SECRET in use does not open the signing keys')
  // After a mere leak, pairwise subjects stay.
  await run(others, 'keys', 'rotate', '--immediately')
  expect((await run(others, 'doctor')).said).toMatch(/keys that it does not open: 1 /)
  await run(others, 'keys', 'rotate', '--lost-secret')
  expect((await run(others, 'doctor')).said).not.toContain('KEY_ENCRYPTION_SECRET in use')
})
