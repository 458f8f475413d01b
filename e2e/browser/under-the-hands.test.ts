import { describe, expect, test } from 'vitest'
import { useApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  createAccountByPasskeyOnPage,
  keepRecoveryKey,
  openBrowser,
  openVaultPage,
  readRecoveryKey,
  signInByPasskeyOnPage,
  usePasskey,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const TITLE = 'Wildflower Books asks for some of your data'

describe('a request that ends under the hands of its reader', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {} } })
  const passkey = usePasskey(system)

  /** A newcomer who has typed on the page of a request that is open for less time than an idle vault. */
  async function typeAsNewcomer() {
    const { page } = await openBrowser(browser)
    await addAuthenticator(page)
    await page.clock.install()
    await page.goto((await app.begin()).url)
    await system.providerSql`
      update provider.authorization_requests set expires_at = now() + interval '4 minutes'
       where status = 'pending'`
    await createAccountByPasskeyOnPage(page)
    await expectHeading(page, TITLE)
    await page.getByLabel('Email address', { exact: true }).fill('ada@example.org')
    return page
  }
  const expire = () =>
    system.providerSql`update provider.authorization_requests set expires_at = now() where status = 'pending'`

  test('says that it has expired, and keeps what was typed', async () => {
    const page = await typeAsNewcomer()
    await expire()
    await page.clock.fastForward('04:02')
    await expectHeading(page, 'This request has expired')
    await page.getByText('What you typed isn’t in your vault yet: Email address.').waitFor()
    await look(page, 'expired-typed')
    await page.getByRole('button', { name: 'Save in your vault' }).click()
    await page.getByText('Saved in your vault.').waitFor()
    await page.getByRole('link', { name: 'Go to your vault' }).click()
    await keepRecoveryKey(page)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('ada@example.org').first().waitFor()
  })

  test('lets a newcomer confirm the recovery key first, then says that it has expired', async () => {
    const page = await typeAsNewcomer()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'Save your recovery key')
    const shown = await readRecoveryKey(page)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await expire()
    await page.clock.fastForward('04:02')
    await page.getByRole('button', { name: 'Show the key again' }).click()
    expect(await keepRecoveryKey(page)).toBe(shown)
    await page.getByRole('button', { name: 'Confirm and approve' }).click()
    await expectHeading(page, 'This request has expired')
    await openVaultPage(page, system)
  })

  test('is not said to be shared in the activity when core refuses it because it was answered elsewhere', async () => {
    const { page } = await openBrowser(browser, { passkey })
    await page.goto((await app.begin()).url)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, TITLE)
    await page.getByLabel('Email address', { exact: true }).fill('ada@example.org')
    await page.route('**/attest-data/', async (route) => {
      await system.providerSql`
        update provider.authorization_requests set status = 'denied' where status = 'pending'`
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'You already denied this')
    await page.getByRole('link', { name: 'Go to your vault' }).click()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'Not shared with' }).waitFor()
    await page.getByText('This approval didn’t go through, and the app got nothing.').waitFor()
    expect(await page.getByText('May not have arrived').count()).toBe(0)
    await look(page, 'activity-refused')
  })
})
