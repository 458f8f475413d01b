// Long: a vault at its limit of entries.
import { createMemoryStorage, type Device, type DeviceOptions } from '@countersign/device'
import { codeOf, ENGINES, newDevice, type Person, signInByPasskey, signUp, startBeforeAll } from '@countersign/testing'
import { exportPlain, LIMITS } from '@countersign/vault'
import { beforeAll, describe, expect, test } from 'vitest'
import { startSystem } from '../support/system.ts'
import { importInto } from './devices.ts'

/** `bench/src/large-vault.bench.ts` measures larger ones. */
const VALUE = 'x'.repeat(200)

describe.each(ENGINES)('a vault with as many entries as it holds, on the %s database', (engine) => {
  const system = startBeforeAll(() => startSystem(engine, 'without_page'))
  let ada: Person
  let phone: Device
  /** Bytes that core sent so far. */
  let received = 0

  const counting: NonNullable<DeviceOptions['core']['fetch']> = async (url, init) => {
    const response = await fetch(url, init)
    received += (await response.clone().arrayBuffer()).byteLength
    return response
  }
  const address = () => ({ url: system.coreUrl, origin: new URL(system.webUrl).origin, fetch: counting })

  beforeAll(async () => {
    ada = await signUp(address())
    await fill(ada.device, LIMITS.items)
    phone = newDevice(address())
  })

  test('is filled by one import, and opens on another device', async () => {
    const opened = await signInByPasskey(phone, ada.passkey)
    expect(opened.claims).toHaveLength(LIMITS.items)
    expect((await phone.readActivity({})).events.map(({ event }) => event.type)).toEqual(['imported'])
  })

  test('is refreshed by what changed, and by nothing where nothing did', async () => {
    const { claims } = await phone.refresh({})
    const [first, second] = claims
    await ada.device.saveItems({ put: [{ ...first!, value: 'another' }], remove: [second!.id] })
    received = 0
    const refreshed = await phone.refresh({})
    expect(refreshed.claims.find(({ id }) => id === first!.id)?.value).toBe('another')
    expect(refreshed.claims).toHaveLength(LIMITS.items - 1)
    expect(received).toBeLessThan(20_000)
    received = 0
    expect((await phone.refresh({})).claims).toHaveLength(LIMITS.items - 1)
    expect(received).toBe(0)
  })

  test('takes no entry more than that', async () => {
    const more = (count: number) => Array.from({ length: count }, () => ({ name: 'note', value: 'one more' }))
    expect(await codeOf(ada.device.saveItems({ put: more(2), remove: [] }))).toBe('too_many_items')
    const full = await ada.device.saveItems({ put: more(1), remove: [] })
    expect(full.claims).toHaveLength(LIMITS.items)
  })

  test('is written under a new account key, all of it or nothing', async () => {
    await ada.device.prepareRecoveryKey({})
    await ada.device.rotateAccountKey({})
    expect(await codeOf(phone.refresh({}))).toMatch(/key_rotated|invalid_session/)
    const storage = createMemoryStorage({ vaults: { [ada.profile.userId]: ada.profile.memory } })
    const again = await signInByPasskey(newDevice(address(), { storage }), ada.passkey)
    expect(again.claims).toHaveLength(LIMITS.items)
  })
})

async function fill(device: Device, entries: number): Promise<void> {
  const items = Array.from({ length: entries }, (_, index) => ({
    id: String(index),
    kind: 'claim',
    name: 'note',
    value: `${index} ${VALUE}`,
    meta: {},
  }))
  await importInto(device, exportPlain({ items }))
}
