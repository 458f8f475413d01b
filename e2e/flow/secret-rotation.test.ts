import { coreMigrations, generateCoreSecrets, inspectSecretsInUse } from '@countersign/core'
import { type CoreUnderTest, readTestConfig, startCore } from '@countersign/core/testing'
import { generateDataTokenSecret } from '@countersign/data-token'
import type { Device } from '@countersign/device'
import { codeOf, createTestDatabase, expectStatus, keepFirstRecoveryKey, newDevice } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'
import { consentOn } from './consent-calls.ts'

const ada = { login: 'ada', password: 'violet kettle sleeps in orbit' }

describe('replacing the server secrets, seen from the device', () => {
  const cores: CoreUnderTest[] = []
  let start: (which: readonly ('older' | 'newer')[]) => Promise<{ core: CoreUnderTest; newDevice: () => Device }>

  beforeAll(async () => {
    const database = await createTestDatabase('postgresql', coreMigrations)
    const secrets = { older: await generateCoreSecrets(), newer: await generateCoreSecrets() }
    start = async (which) => {
      const config = await readTestConfig({
        OPAQUE_SERVER_SETUP: which.map((name) => secrets[name].OPAQUE_SERVER_SETUP).join(','),
        LOGIN_INDEX_KEY: which.map((name) => secrets[name].LOGIN_INDEX_KEY).join(','),
      })
      const core = await startCore('postgresql', { database, config })
      cores.push(core)
      const url = await core.app.listen({ host: '127.0.0.1', port: 0 })
      return { core, newDevice: () => newDevice({ url, origin: url }) }
    }
  })
  afterAll(async () => {
    await Promise.all(cores.map((core) => core.close()))
    await cores[0]?.database.close()
  })

  test('one sign-in by password, and its confirmation, are enough, and then the old ones may go', async () => {
    const before = await start(['older'])
    const device = before.newDevice()
    await device.createAccount(ada)
    await keepFirstRecoveryKey(device)
    await device.saveProfile({ values: { name: 'Ada' } })

    const during = await start(['newer', 'older'])
    const inUse = async () => {
      const found = await inspectSecretsInUse(during.core.database.sql, during.core.config)
      return found.map(({ underFormer, underUnknown }) => `${underFormer} ${underUnknown}`)
    }
    const laptop = during.newDevice()
    const opened = await laptop.signIn(ada)
    expect(opened).toMatchObject({ scope: 'full', values: { name: 'Ada' }, needsNewPasswordRecord: true })
    expect(await inUse()).toEqual(['1 0', '1 0'])
    expect(await laptop.renewPassword(ada)).toMatchObject({ needsNewPasswordRecord: false })
    expect(await inUse()).toEqual(['0 0', '0 0'])

    const after = await start(['newer'])
    expect(await after.newDevice().signIn(ada)).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(after.newDevice().signIn({ ...ada, password: 'not the password of ada' }))).toBe(
      'invalid_credentials',
    )
  })
})

describe('replacing DATA_TOKEN_SECRET, with provider and core apart', () => {
  const secrets: Record<'old' | 'new' | 'both', string> = { old: '', new: '', both: '' }

  beforeAll(async () => {
    secrets.old = await generateDataTokenSecret()
    secrets.new = await generateDataTokenSecret()
    secrets.both = JSON.stringify({ keys: [JSON.parse(secrets.new), JSON.parse(secrets.old)] })
  })

  /** Approves with these secrets at provider and core. */
  async function approve(provider: keyof typeof secrets, core: keyof typeof secrets) {
    const system = await startSystem('postgresql', 'apart', {
      settingsOf: {
        provider: { DATA_TOKEN_SECRET: secrets[provider] },
        core: { DATA_TOKEN_SECRET: secrets[core] },
      },
    })
    const consent = consentOn(system, await signUpOn(system))
    const id = await startFlow(system)
    const { data_token } = expectStatus(200, await consent.attest(id, { claims: { email: 'ada@example.com' } }))
    const answer = await consent.complete(id, data_token, ['openid', 'email'])
    await system.close()
    return { status: answer.status, log: system.log() }
  }

  test.each([
    ['both', 'old'],
    ['both', 'both'],
    ['new', 'both'],
  ] as const)(
    'an approval goes through with %s at the provider and %s at core, as the guide orders them',
    async (provider, core) => {
      expect(await approve(provider, core)).toMatchObject({ status: 200 })
    },
  )

  test('with core first no approval goes through, and the log says that the provider lacks the key', async () => {
    const { status, log } = await approve('old', 'both')
    expect(status).toBe(400)
    expect(log).toContain('"outcome":"invalid_token: bad_signature"')
  })
})
