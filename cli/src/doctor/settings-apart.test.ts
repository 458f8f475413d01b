import { publicKeyOf } from '@countersign/core'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startCommandLine, startQuietly } from '../../test/command-line.ts'
import { generateSecrets, type SecretName } from '../secrets.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { findProblems } from '../settings/server-settings.ts'

const URLS = { BASE_URL: 'https://id.invalid', TRUSTED_PROXIES: 'none' }
const OF_BOTH = { ...URLS, WEB_URL: 'https://vault.invalid' }
const SHARED = ['INTERNAL_SERVICE_TOKEN', 'DATA_TOKEN_SECRET'] as const

const secrets = await generateSecrets()
const pick = (...names: readonly SecretName[]) => Object.fromEntries(names.map((name) => [name, secrets[name]]))
const OPRF_TOKEN = 'v8Kd2Lq7Wm4Xp1Zs6Rt9Yb3Nc5Jf0Hg-uE'
const OPAQUE_SERVER_KEYS = await publicKeyOf(secrets.OPAQUE_SERVER_SETUP)

/** As the guide gives them to each process. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  everything: { ...OF_BOTH, ...secrets },
  provider: { ...OF_BOTH, ...pick(...SHARED, 'KEY_ENCRYPTION_SECRET') },
  core: { ...OF_BOTH, ...pick(...SHARED, 'OPAQUE_SERVER_SETUP', 'LOGIN_INDEX_KEY'), PROVIDER_URL: 'http://provider' },
  web: { ...URLS, CORE_URL: 'https://id.invalid', OPAQUE_SERVER_KEYS },
  oprf: { ...URLS, ...pick('OPAQUE_SERVER_SETUP'), OPRF_TOKEN },
}

describe('commands on a healthy system whose parts run apart', () => {
  const line = startBeforeAll(startCommandLine)
  const provider = startBeforeAll(async () => {
    await run('everything', 'migrate')
    const env = { ...SETTINGS['provider'], BASE_URL: '', WEB_URL: '', DATABASE_URL: line.url }
    const server = await startQuietly(env, 'provider')
    // Readiness makes the keys.
    await fetch(`${server.url}/health/ready`)
    return server
  })

  async function readiness(): Promise<number> {
    return (await fetch(`${provider.url}/health/ready`)).status
  }

  async function run(settings: string, ...parameters: readonly string[]) {
    const hasDatabase = !['web', 'oprf'].includes(settings)
    const env = { ...SETTINGS[settings], DATABASE_URL: hasDatabase ? line.url : '' }
    const { code, said, complaint } = await line.runWith(env, ...parameters)
    return { code, said: `${said}${complaint}` }
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

  test.each(['provider', 'core', 'web', 'oprf'] as const)('serve %s takes the same settings', async (component) => {
    const env = SETTINGS[component] ?? {}
    expect(await findProblems({ env, components: [component], rules: checkProductionRules })).toEqual([])
  })

  test.each([['--lost-secret'], ['--immediately'], []])(
    "keys rotate %s with core's settings touches no key that the provider signs with",
    async (...flags) => {
      const before = await kids()
      const { code, said } = await run('core', 'keys', 'rotate', ...flags)
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining("the provider's settings") })
      expect(await kids()).toEqual(before)
      expect(await readiness()).toBe(200)
    },
  )

  test("keys rotate with the provider's settings makes keys that the running provider opens", async () => {
    expect((await run('provider', 'keys', 'rotate', '--lost-secret')).code).toBe(0)
    expect((await run('provider', 'doctor')).code).toBe(0)
    expect(await readiness()).toBe(200)
  })
})
