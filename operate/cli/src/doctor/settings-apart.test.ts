import type { AddressInfo } from 'node:net'
import { publicKeyOf } from '@countersign/core'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startCommandLine, startQuietly } from '../../test/command-line.ts'
import { COMPONENTS } from '../components.ts'
import { generateSecrets, type SecretName } from '../secrets.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { findProblems } from '../settings/server-settings.ts'
import { componentsOf } from './finding.ts'

const URLS = { BASE_URL: 'https://id.invalid', TRUSTED_PROXIES: 'none' }
const OF_BOTH = { ...URLS, WEB_URL: 'https://vault.invalid' }
const SHARED = ['INTERNAL_SERVICE_TOKEN', 'DATA_TOKEN_SECRET'] as const

const secrets = await generateSecrets()
const pick = (...names: readonly SecretName[]) => Object.fromEntries(names.map((name) => [name, secrets[name]]))
const OPRF_TOKEN = 'v8Kd2Lq7Wm4Xp1Zs6Rt9Yb3Nc5Jf0Hg-uE'
const { DATA_TOKEN_SECRET: OTHER_DATA_TOKEN_SECRET, TOKEN_SECRET: OTHER_TOKEN_SECRET } = await generateSecrets()
const OPAQUE_SERVER_KEYS = await publicKeyOf(secrets.OPAQUE_SERVER_SETUP)

/** As the guide gives them to each process. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  everything: { ...OF_BOTH, ...secrets },
  provider: { ...OF_BOTH, ...pick(...SHARED, 'KEY_ENCRYPTION_SECRET', 'TOKEN_SECRET') },
  core: { ...OF_BOTH, ...pick(...SHARED, 'OPAQUE_SERVER_SETUP', 'LOGIN_INDEX_KEY'), PROVIDER_URL: 'http://provider' },
  web: { ...URLS, CORE_URL: 'https://id.invalid', OPAQUE_SERVER_KEYS },
  oprf: { ...URLS, ...pick('OPAQUE_SERVER_SETUP'), OPRF_TOKEN },
}

test('settings with TOKEN_SECRET, which core alone lacks, are for the provider', () => {
  const { KEY_ENCRYPTION_SECRET: _, ...all } = { ...OF_BOTH, ...secrets, PROVIDER_URL: 'http://localhost' }
  expect(componentsOf(all)).toEqual(COMPONENTS)
  expect(componentsOf({ ...OF_BOTH, ...pick('TOKEN_SECRET') })).toEqual(['provider'])
})

/** `url` is its port on this machine; BASE_URL may name another address. */
async function serve(component: 'provider' | 'core' | 'web', changes: Readonly<Record<string, string>>) {
  const server = await startQuietly({ ...SETTINGS[component], ...changes }, component)
  const { port } = server.app.server.address() as AddressInfo
  return { ...server, url: `http://127.0.0.1:${port}` }
}

describe('parts apart:', () => {
  const line = startBeforeAll(startCommandLine)
  const provider = startBeforeAll(async () => {
    await run('everything', 'migrate')
    const server = await serve('provider', { DATABASE_URL: line.url })
    // Readiness makes the keys.
    await fetch(`${server.url}/health/ready`)
    return server
  })

  async function readiness(): Promise<number> {
    return (await fetch(`${provider.url}/health/ready`)).status
  }

  const run = (settings: string, ...parameters: readonly string[]) => runWith({}, settings, ...parameters)

  async function runWith(
    changes: Readonly<Record<string, string>>,
    settings: string,
    ...parameters: readonly string[]
  ) {
    const hasDatabase = !['web', 'oprf'].includes(settings)
    const reached = settings === 'core' ? { PROVIDER_URL: provider.url } : {}
    const env = { ...SETTINGS[settings], DATABASE_URL: hasDatabase ? line.url : '', ...reached, ...changes }
    const { code, said, complaint } = await line.runWith(env, ...parameters)
    return { code, said: `${said}${complaint}` }
  }

  async function countListening(): Promise<number | null | undefined> {
    const listening = await provider.database?.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'countersign provider %'`,
    )
    return listening?.rowCount
  }

  async function kids(): Promise<unknown> {
    return JSON.parse((await run('provider', 'keys', 'list', '--json')).said)
  }

  test.each(Object.keys(SETTINGS))('doctor finds nothing to mend with the settings of %s', async (settings) => {
    const { code, said } = await run(settings, 'doctor')
    expect(said).not.toContain('is not set')
    expect(said).not.toContain('--lost-secret')
    expect({ code, said }).toMatchObject({ code: 0 })
  })

  test.each([
    ['INTERNAL_SERVICE_TOKEN', { INTERNAL_SERVICE_TOKEN: 'Zk3Vw9Qe5Ty1Ui7Op2As8Df4Gh6Jk0Lz-xC' }],
    ['DATA_TOKEN_SECRET', { DATA_TOKEN_SECRET: OTHER_DATA_TOKEN_SECRET }],
    ['BASE_URL', { BASE_URL: 'https://other.invalid' }],
    ['WEB_URL', { WEB_URL: 'https://other.invalid' }],
    ['provider', { PROVIDER_URL: 'http://127.0.0.1:9' }],
  ])('core with another %s than the provider is not ready, and doctor names it', async (name, changes) => {
    const core = await serve('core', { PROVIDER_URL: provider.url, DATABASE_URL: line.url, ...changes })
    const response = await fetch(`${core.url}/health/ready`)
    await core.close()
    expect([response.status, await response.json()]).toMatchObject([503, { checks: { provider: 'unavailable' } }])
    const { code, said } = await runWith(changes, 'core', 'doctor')
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining(`To be mended: ${name}.`),
    })
  })

  test('core that shares all settings with the provider is ready', async () => {
    const core = await serve('core', { PROVIDER_URL: provider.url, DATABASE_URL: line.url })
    const response = await fetch(`${core.url}/health/ready`)
    await core.close()
    expect([response.status, await response.json()]).toMatchObject([200, { checks: { provider: 'ok' } }])
  })

  test.each([
    ['BASE_URL', { BASE_URL: 'https://other.invalid' }],
    ['OPAQUE_SERVER_KEYS', { OPAQUE_SERVER_KEYS: 'a'.repeat(43) }],
    ['address of core', { CORE_URL: 'https://other.invalid' }],
    ['SIGN_UPS', { SIGN_UPS: 'invited' }],
    ['CREDENTIAL_ISSUERS', { CREDENTIAL_ISSUERS: 'https://university.example' }],
  ])("doctor with core's settings names what the page has another of: %s", async (name, changes) => {
    const page = await serve('web', changes)
    const { said } = await runWith({ WEB_URL: page.url }, 'core', 'doctor')
    await page.close()
    // The page of this test has another address than the provider knows.
    expect(said).toContain(`To be mended: WEB_URL, ${name}.`)
  })

  test.each([
    ['core', 'page at WEB_URL does not answer at https://vault.invalid: start it'],
    ['provider', 'page at WEB_URL does not answer at https://vault.invalid: start it'],
    ['web', 'core does not answer at https://id.invalid: start it'],
  ])("doctor with %s's settings says that %s", async (settings, weakness) => {
    expect((await run(settings, 'doctor')).said).toContain(`- ${weakness}`)
  })

  test.each([
    ['nothing to mend', 'that lists the running one second', `${OTHER_TOKEN_SECRET},${secrets.TOKEN_SECRET}`, 0],
    ['two providers that refuse each other’s tokens', 'that lacks that of the running one', OTHER_TOKEN_SECRET, 1],
  ])('doctor finds %s with a TOKEN_SECRET %s', async (_found, _case, TOKEN_SECRET, exitCode) => {
    // A provider is seen once it listens.
    await expect.poll(countListening).toBe(1)
    const { code, said } = await runWith({ TOKEN_SECRET }, 'provider', 'doctor')
    expect({ code, hasFound: said.includes('To be mended: TOKEN_SECRET in use.') }).toEqual({
      code: exitCode,
      hasFound: exitCode === 1,
    })
    for (const secret of [secrets.TOKEN_SECRET, OTHER_TOKEN_SECRET]) expect(said).not.toContain(secret)
  })

  test('doctor asks a provider without KEY_ENCRYPTION_SECRET for no secret of core', async () => {
    const { code, said } = await runWith({ KEY_ENCRYPTION_SECRET: '' }, 'provider', 'doctor')
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('To be mended: KEY_ENCRYPTION_SECRET in use.'),
    })
    expect(said).not.toContain('- LOGIN_INDEX_KEY')
  })

  test.each(['provider', 'core', 'web', 'oprf'] as const)('serve %s takes the same settings', async (component) => {
    const env = SETTINGS[component] ?? {}
    expect(await findProblems({ env, components: [component], rules: checkProductionRules })).toEqual([])
  })

  test.each([['--lost-secret'], ['--immediately'], []])(
    "keys rotate %s with core's settings touches no key of the provider",
    async (...flags) => {
      const before = await kids()
      const { code, said } = await run('core', 'keys', 'rotate', ...flags)
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining("the provider's settings") })
      expect(await kids()).toEqual(before)
      expect(await readiness()).toBe(200)
    },
  )

  test("keys rotate with the provider's settings makes keys that it opens", async () => {
    expect((await run('provider', 'keys', 'rotate', '--lost-secret')).code).toBe(0)
    expect((await run('provider', 'doctor')).code).toBe(0)
    expect(await readiness()).toBe(200)
  })
})
