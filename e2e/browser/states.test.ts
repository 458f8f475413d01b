import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { APP_ORIGIN } from '../support/app-page.ts'
import { type AppFlow, useApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { newPerson, openBrowser, signInByPasskeyOnPage, signInOnPage, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const TITLE = 'Wildflower Books asks for some of your data'
const DETAILS = '**/api/internal/oauth/requests/*/'

/** Each failure says what happened, and leads on. */
describe('a failure on the way to an approval', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {}, profile: {} } })
  const passkey = usePasskey(system)

  async function open(begun?: AppFlow) {
    const flow = begun ?? (await app.begin())
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(flow.url)
    return { page, flow }
  }
  async function openRequest(flow?: AppFlow) {
    const opened = await open(flow)
    await signInByPasskeyOnPage(opened.page)
    await expectHeading(opened.page, TITLE)
    return opened
  }
  const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()
  const answer = (code: string, status: number) => ({ status, json: { error: 'Refused.', code } })

  test('a provider that is down: the page says that nothing was shared, and tries again', PAGES, async () => {
    const { page } = await open()
    await page.route(DETAILS, (route) => route.fulfill(answer('service_unavailable', 503)))
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'We couldn’t load the request')
    await page.getByText('The service isn’t available right now.').waitFor()
    await look(page, 'state-provider-down')
    await page.unroute(DETAILS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectHeading(page, TITLE)
  })

  test('no connection when approving: nothing is lost, and the same button works again', PAGES, async () => {
    const { page, flow } = await openRequest()
    await page.getByLabel('Email address', { exact: true }).fill('ada@example.org')
    await page.context().setOffline(true)
    await approve(page)
    await page.getByText('We can’t reach the service.').waitFor()
    await look(page, 'state-offline')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText('We can’t reach the service.').count()).toBe(0)
    await approve(page)
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual({ email: 'ada@example.org' })
  })

  test('a session that ends in the middle: a new sign-in finds choices and typed values again', PAGES, async () => {
    const { page } = await openRequest()
    await page.getByRole('switch', { name: 'Share Email address' }).click()
    await page.getByLabel('Full name', { exact: true }).fill('Ada Lovelace')
    await page.route('**/api/vault/commits/', (route) => route.fulfill(answer('invalid_session', 401)))
    await approve(page)
    await page.getByText(/Your session has ended/).waitFor()
    await look(page, 'state-session-ended')
    await page.unroute('**/api/vault/commits/')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, TITLE)
    expect(await page.getByRole('switch', { name: 'Share Email address' }).isChecked()).toBe(false)
    await expect.poll(() => page.getByLabel('Full name', { exact: true }).inputValue()).toBe('Ada Lovelace')
  })

  test('the back button after an approval: it does not come back to the request', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(`${APP_ORIGIN}/start`)
    await page.goto((await app.begin()).url)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, TITLE)
    await approve(page)
    await page.waitForURL(/callback/)
    await page.goBack()
    expect(page.url()).toBe(`${APP_ORIGIN}/start`)
  })

  test('two tabs: the second one says that it is approved already, and leads back to the app', PAGES, async () => {
    const { page } = await openRequest()
    const second = await page.context().newPage()
    await second.goto(page.url())
    await signInByPasskeyOnPage(second)
    await expectHeading(second, TITLE)
    await approve(page)
    await expectHeading(page, 'The app')
    await approve(second)
    await expectHeading(second, 'You already approved this')
    await second.getByRole('link', { name: 'Back to Wildflower Books' }).waitFor()
  })

  test('a request that was denied already: says so, with the way back', PAGES, async () => {
    const { page } = await openRequest()
    const address = page.url()
    await page.getByRole('button', { name: 'Deny' }).click()
    await expectHeading(page, 'The app')
    const second = await openBrowser(browser, { passkey })
    await second.page.goto(address)
    await expectHeading(second.page, 'You already denied this')
    await second.page.getByRole('link', { name: 'Back to Wildflower Books' }).waitFor()
  })

  test('another person with the address: gets to see nothing of the request', async () => {
    const { page } = await openRequest()
    const other = await openBrowser(browser, { passkey: (await newPerson(system)).passkey })
    await other.page.goto(page.url())
    await signInByPasskeyOnPage(other.page)
    await expectHeading(other.page, 'We can’t find this request')
    expect(await other.page.locator('body').innerText()).not.toContain('Wildflower')
  })

  test('a reload at every step: a new sign-in leads back there', PAGES, async () => {
    const { page } = await open()
    await page.reload()
    await signInByPasskeyOnPage(page)
    await expectHeading(page, TITLE)
    await page.reload()
    await expectHeading(page, 'An app is waiting for your approval')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, TITLE)
  })

  test('a vault worker that does not start: the page says what to do', PAGES, async () => {
    const { page } = await openBrowser(browser)
    await page.route('**/assets/vault-worker-*', (route) => route.abort())
    await page.goto((await app.begin()).url)
    await signInOnPage(page, { login: 'ada@example.com', password: 'violet kettle sleeps in orbit' })
    await page.getByText('Your vault couldn’t start in this browser.').waitFor()
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('ada@example.com')
  })
})
