import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from '../support/browser.ts'
import { confirmService, describeExtended, findService } from '../support/browsers/extended.ts'
import type { ExtendedDriver } from '../support/browsers/extension.ts'
import { confirmRecoveryKey, fill, press, readText, waitFor } from '../support/browsers/steps.ts'
import { startSystem } from '../support/system.ts'
import { ADA, startUniversity } from '../support/university.ts'

describeExtended('a credential by sign-in at its issuer', ({ launch }) => {
  const university = startBeforeAll(() => startUniversity())
  const system = startBeforeAll(() =>
    startSystem('postgresql', 'together', { settings: { CREDENTIAL_ISSUERS: new URL(university.issuer).origin } }),
  )
  let driver: ExtendedDriver
  beforeAll(async () => {
    driver = await launch()
  })
  afterAll(async () => driver?.close())

  test('comes back to the extension, which began it', PAGES, async () => {
    await findService(driver, system.webUrl)
    await confirmService(driver)
    await expect.poll(() => readText(driver, 'main')).toContain('now opens in this extension')
    await driver.open(`${system.webUrl}/sign-up`)
    await fill(driver, 'Your name', 'Ada Lovelace')
    await press(driver, 'button', 'Create a passkey')
    await confirmRecoveryKey(driver, 'Confirm')
    await waitFor(driver, 'heading', 'Your vault')
    const { signInLink } = university.offer(ADA)
    await driver.open(`${system.webUrl}/credentials${signInLink.slice(signInLink.indexOf('?'))}`)
    await press(driver, 'button', 'Sign in with a passkey')
    await press(driver, 'button', /^Continue to /)
    await press(driver, 'button', 'Give it')
    await waitFor(driver, 'heading', /./)
    const isBack = () => driver.evaluate(() => location.href)
    await expect.poll(isBack).toBe(`${driver.base}client.html?${system.webUrl}/credentials`)
    await press(driver, 'button', 'Sign in with a passkey')
    await waitFor(driver, 'heading', 'Added to your vault')
  })
})
