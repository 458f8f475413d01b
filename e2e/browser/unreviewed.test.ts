import { DEVICE_CODE_GRANT, type DeviceAuthorizationResponse } from '@countersign/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerApp, useApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { openBrowser, openNewVault, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const MARK = 'Not reviewed by this service'

describe('an app that no operator has reviewed', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, {
    name: 'Books',
    scopes: { openid: {} },
    authenticationMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token', DEVICE_CODE_GRANT],
  })
  const passkey = usePasskey(system)

  beforeAll(async () => {
    await system.providerSql`update provider.clients set owner = 'dora' where client_id = ${app.client.clientId}`
  })

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const expectMark = (page: Page) => page.getByText(MARK, { exact: true }).waitFor()

  test('is marked before the sign-in, on the whole request, and on a quick approval', async () => {
    const stranger = await openBrowser(browser)
    await stranger.page.goto((await app.begin()).url)
    await expectHeading(stranger.page, 'An app is waiting for your approval')
    await expectMark(stranger.page)

    // The short page is for a device that has known its vault from the start.
    const { page, problems } = await openNewVault(browser, system)
    await page.goto((await app.begin()).url)
    await press(page, 'Sign in with a passkey')
    await expectHeading(page, 'Books asks for some of your data')
    await expectMark(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'unreviewed-consent')
    await press(page, 'Approve')
    await expectHeading(page, 'The app')

    await page.goto((await app.begin()).url)
    await expectHeading(page, 'Continue to Books')
    await expectMark(page)
    expect(problems).toEqual([])
  })

  test('is marked where a device asks for it', async () => {
    const asking = await fetch(`${system.providerUrl}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: app.client.clientId, scope: 'openid' }),
    })
    const device: DeviceAuthorizationResponse = JSON.parse(await asking.text())
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(device.verification_uri_complete)
    await press(page, 'Continue')
    await expectHeading(page, 'Books asks from a device')
    await expectMark(page)
  })

  test('is not marked once an operator vouches for it', PAGES, async () => {
    const own = await registerApp(system, { name: 'Films', scopes: { openid: {} } })
    const { page } = await openBrowser(browser, { passkey })
    await page.goto((await own.begin()).url)
    await page.getByText('Films', { exact: true }).waitFor()
    expect(await page.getByText(MARK).count()).toBe(0)
  })
})
