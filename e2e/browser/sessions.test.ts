import { describe, expect, test } from 'vitest'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { shiftOf } from '../support/layout-shift.ts'
import { openNewVault, openVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('devices', () => {
  const system = useSystem()
  const browser = useBrowser()

  async function twoDevices() {
    const first = await openNewVault(browser, system)
    return { first, second: await openVault(browser, system, first) }
  }

  test('are listed, this one marked, and one can be signed out', async () => {
    const { first, second } = await twoDevices()
    const shift = await shiftOf(first.page, {
      held: '**/api/sessions/**',
      open: async () => {
        await first.page.getByRole('link', { name: 'Devices' }).click()
        await expectHeading(first.page, 'Devices')
      },
      come: () => first.page.getByText('This device').waitFor(),
    })
    expect(shift).toBeLessThanOrEqual(0.05)
    await first.page.getByRole('heading', { name: 'What the service noticed' }).waitFor()
    await look(first.page, 'sessions')
    await first.page
      .getByRole('list')
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await first.page.getByText('That device was signed out.').waitFor()
    await first.page.getByText('Your account is signed in nowhere else.').waitFor()
    await second.page.getByRole('link', { name: 'Sign-in methods' }).click()
    await second.page.getByText('Your session has ended.').waitFor()
    await look(second.page, 'sessions-ended')
    expect(first.problems).toEqual([])
  })

  test('all others can be signed out at once, after a question, and all apps with them', async () => {
    const { first, second } = await twoDevices()
    await first.page.getByRole('link', { name: 'Devices' }).click()
    await first.page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await first.page.getByRole('heading', { name: 'Sign out all other devices?' }).waitFor()
    await first.page.getByLabel(/Also end the access of all apps/).check()
    await look(first.page, 'sessions-end-others')
    const ended = first.page.waitForRequest((request) => request.url().endsWith('/api/sessions/?apps=true'))
    await first.page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click()
    await ended
    await first.page.getByText('The other device was signed out.').waitFor()
    await second.page.getByRole('link', { name: 'Sign-in methods' }).click()
    await second.page.getByText('Your session has ended.').waitFor()
    expect(first.problems).toEqual([])
  })
})
