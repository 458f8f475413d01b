import { coreMigrations, generateCoreSecrets, inspectSecretsInUse } from '@countersign/core'
import { type CoreUnderTest, readTestConfig, startCore } from '@countersign/core/testing'
import type { Device } from '@countersign/device'
import { codeOf, createTestDatabase, ENGINES, keepFirstRecoveryKey, newDevice } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ada = { login: 'ada', password: 'violet kettle sleeps in orbit' }

describe.each(ENGINES)('replacing the server secrets, seen from the device, on the %s database', (engine) => {
  const cores: CoreUnderTest[] = []
  let start: (which: readonly ('older' | 'newer')[]) => Promise<{ core: CoreUnderTest; newDevice: () => Device }>

  beforeAll(async () => {
    const database = await createTestDatabase(engine, coreMigrations)
    const secrets = { older: await generateCoreSecrets(), newer: await generateCoreSecrets() }
    start = async (which) => {
      const config = await readTestConfig({
        OPAQUE_SERVER_SETUP: which.map((name) => secrets[name].OPAQUE_SERVER_SETUP).join(','),
        LOGIN_INDEX_KEY: which.map((name) => secrets[name].LOGIN_INDEX_KEY).join(','),
      })
      const core = await startCore(engine, { database, config })
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
    const inUse = async () =>
      (await inspectSecretsInUse(during.core.database.sql, during.core.config)).map((each) => [
        each.underFormer,
        each.underUnknown,
      ])
    const laptop = during.newDevice()
    const opened = await laptop.signIn(ada)
    expect(opened).toMatchObject({ scope: 'full', values: { name: 'Ada' }, needsNewPasswordRecord: true })
    const untouched = [
      [1, 0],
      [1, 0],
    ]
    expect(await inUse()).toEqual(untouched)
    expect(await laptop.renewPassword(ada)).toMatchObject({ needsNewPasswordRecord: false })
    const moved = [
      [0, 0],
      [0, 0],
    ]
    expect(await inUse()).toEqual(moved)

    const after = await start(['newer'])
    expect(await after.newDevice().signIn(ada)).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(after.newDevice().signIn({ ...ada, password: 'not the password of ada' }))).toBe(
      'invalid_credentials',
    )
  })
})
