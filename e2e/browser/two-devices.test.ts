import { beforeEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { type DeviceInPage, openDevice } from '../support/device.ts'
import { newPasskey, openBrowser } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const ROUNDS = 5

describe('one vault in two tabs', () => {
  const system = useSystem()
  const browser = useBrowser()
  let first: DeviceInPage

  beforeEach(async () => {
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    first = await openDevice(page.context(), system)
    await first.signUpByPasskey()
  })

  /** Tabs share the storage, and each has its own worker. */
  async function anotherTab(): Promise<DeviceInPage> {
    const device = await openDevice(first.page.context(), system)
    await device.signInByPasskey()
    return device
  }

  test('two tabs that edit at once lose nothing', async () => {
    const second = await anotherTab()
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all([
        first.call('saveItems', { put: [{ name: 'phone', value: `first ${round}` }], remove: [] }),
        second.call('saveItems', { put: [{ name: 'phone', value: `second ${round}` }], remove: [] }),
      ])
    }
    const expected = Array.from({ length: ROUNDS }, (_, round) => [`first ${round}`, `second ${round}`]).flat()
    for (const device of [first, second]) {
      const { claims } = await device.call('refresh', {})
      expect(claims.map(({ value }) => value).toSorted()).toEqual(expected.toSorted())
    }
  })

  test('two tabs that edit the same entry at once keep both texts, and their owner chooses', async () => {
    const { claims } = await first.call('saveItems', { put: [{ name: 'email', value: 'at first' }], remove: [] })
    const second = await anotherTab()
    const put = (value: string) => ({ put: [{ id: claims[0]!.id, name: 'email', value }], remove: [] })
    await Promise.all([first.call('saveItems', put('of tab one')), second.call('saveItems', put('of tab two'))])
    const merged = await first.call('refresh', {})
    const texts = [...merged.claims, ...merged.conflicts].map(({ value }) => value)
    expect(texts.toSorted()).toEqual(['of tab one', 'of tab two'])

    const settled = await second.call('refresh', {})
    await second.call('resolveConflict', { id: settled.conflicts[0]!.id, keep: 'both' })
    const after = await first.call('refresh', {})
    expect(after.claims.map(({ value }) => value).toSorted()).toEqual(['of tab one', 'of tab two'])
    expect(after.conflicts).toEqual([])
  })
})
