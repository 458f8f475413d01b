import { startBeforeAll } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { APP_ORIGIN } from '../support/app-page.ts'
import { useApp } from '../support/asking-app.ts'
import { expectHeading, expectNoOverflow, findSmallTargets, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  approveFirstOnPage,
  createAccountByPasskeyOnPage,
  createAccountOnPage,
  newPasskey,
  openBrowser,
  signUpOnPage,
  tabTo,
} from '../support/person.ts'
import { startSystem } from '../support/system.ts'

const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'
const SUPPORT = 'https://help.example/contact'
const PASSWORD = 'violet kettle sleeps in orbit'
const NEEDED = 'New accounts need an invitation'
const UNUSABLE = 'This invitation doesn’t work'
const PHONE = { viewport: { width: 320, height: 720 } }

const start = (SIGN_UPS: string) =>
  startSystem('postgresql', 'together', { settings: { ADMIN_TOKEN, SIGN_UPS, BRAND_SUPPORT_URL: SUPPORT } })

/** A page that believes another setting than core has. */
async function believe(page: Page, sign_ups: string): Promise<void> {
  await page.route('**/page-config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...Object(await response.json()), sign_ups } })
  })
}

describe('where sign-ups are by invitation', () => {
  const system = startBeforeAll(() => start('invited'))
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {} } })

  async function invite(body: object = {}): Promise<string> {
    const response = await fetch(`${system.coreUrl}/api/core/admin/invitations/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { invitation_url: string }).invitation_url
  }
  const tokenOf = (link: string) => link.split('=')[1] ?? ''
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const kept = (page: Page) =>
    page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]))

  test('a link leads to an account, and its token to core alone', async () => {
    const link = await invite()
    const { page, problems } = await openBrowser(browser, { passkey: newPasskey(system) })
    const addresses: string[] = []
    page.on('request', (request) => void addresses.push(request.url()))
    await page.goto(link)
    await expectHeading(page, 'Create your account')
    await expect.poll(() => page.url()).toBe(`${system.webUrl}/sign-up`)
    // A reload keeps it; so does the way to a password.
    await page.reload()
    await page.getByRole('link', { name: 'Use a password instead' }).click()
    await page.getByLabel('Username').waitFor()
    await page.goBack()
    await signUpOnPage(page)
    await expectHeading(page, 'Your vault')
    expect(addresses.join()).not.toContain('cs_inv_')
    expect(await kept(page)).not.toContain('cs_inv_')
    expect(problems).toEqual([])
  })

  test('by password a link for several people works for the next one too', PAGES, async () => {
    const link = await invite({ uses: 2 })
    for (const login of ['ada', 'grace']) {
      const { page } = await openBrowser(browser)
      await page.goto(link)
      await createAccountOnPage(page, { login, password: PASSWORD })
      await expectHeading(page, 'Save your recovery key')
    }
    const { page } = await openBrowser(browser)
    await page.goto(link)
    await page.getByText(UNUSABLE).waitFor()
  })

  test('a newcomer in the middle of an app’s request pastes the link, and comes back to the app', async () => {
    const flow = await app.begin()
    const { page, problems } = await openBrowser(browser, { passkey: newPasskey(system) })
    await page.goto(flow.url)
    await page.getByRole('heading', { level: 2, name: NEEDED }).waitFor()
    await look(page, 'invitation-needed-by-app')
    const field = page.getByLabel('Your invitation')
    await field.fill('cs_inv_half')
    await press(page, 'Continue')
    await page.getByText('This isn’t an invitation.').waitFor()
    await field.fill(`cs_inv_${'A'.repeat(43)}`)
    await press(page, 'Continue')
    await page.getByText(UNUSABLE).waitFor()
    await field.fill(await invite())
    await press(page, 'Continue')
    await createAccountByPasskeyOnPage(page)
    await expectHeading(page, 'Wildflower Books asks for some of your data')
    await page.getByLabel('Email address', { exact: true }).fill('ada@example.org')
    await approveFirstOnPage(page)
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toMatchObject({ email: 'ada@example.org' })
    expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
  })

  test(
    'without an invitation the page asks for one by keyboard, fits a phone, and names whom to ask',
    PAGES,
    async () => {
      const { page, problems } = await openBrowser(browser, PHONE)
      await page.goto(`${system.webUrl}/sign-up`)
      await expectHeading(page, NEEDED)
      await look(page, 'invitation-needed')
      await expectNoOverflow(page)
      expect(await findSmallTargets(page)).toEqual([])
      expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(SUPPORT)
      expect(await page.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href')).toBe('/sign-in')
      await tabTo(page, /^Your invitation$/)
      await page.keyboard.type(tokenOf(await invite()))
      await page.keyboard.press('Enter')
      await expectHeading(page, 'Create your account')
      expect(problems).toEqual([])
    },
  )

  test('a used-up link says so before anything is filled in, and the page takes another one', PAGES, async () => {
    const link = await invite()
    await (await openBrowser(browser, { passkey: newPasskey(system) })).page.goto(link)
    await system.providerSql`update core.invitations set used = uses`
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    await page.goto(link)
    await expectHeading(page, NEEDED)
    await page.getByText(UNUSABLE).waitFor()
    await look(page, 'invitation-used-up')
    expect(await kept(page)).not.toContain('cs_inv_')
    await page.getByLabel('Your invitation').fill(await invite())
    await press(page, 'Continue')
    await expectHeading(page, 'Create your account')
    // The last place goes to someone else meanwhile.
    await system.providerSql`update core.invitations set used = uses`
    await createAccountByPasskeyOnPage(page)
    await page.getByText(UNUSABLE).waitFor()
  })

  test('after a lost answer the page says that the account may exist, though its place is taken', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    await page.goto(await invite())
    await page.route('**/register/passkey/finish/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await createAccountByPasskeyOnPage(page)
    const mayExist = page.getByText('your account may already exist')
    await mayExist.waitFor()
    await press(page, 'Create a passkey')
    await page.getByText(UNUSABLE).waitFor()
    expect(await mayExist.count()).toBe(1)
  })

  test('a link that is opened where someone is signed in says that they have an account', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    await page.goto(await invite())
    await signUpOnPage(page)
    await expectHeading(page, 'Your vault')
    await page.goto(await invite())
    await expectHeading(page, 'You already have an account')
    await look(page, 'invitation-known-person')
    await press(page, 'Create another account')
    await expectHeading(page, 'Create your account')
  })

  test('a page that believes that sign-ups are open shows core’s refusal as its own question', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    await believe(page, 'open')
    await page.goto(`${system.webUrl}/sign-up`)
    await createAccountByPasskeyOnPage(page)
    await expectHeading(page, NEEDED)
    await page.getByLabel('Your invitation').fill(await invite())
    await press(page, 'Continue')
    await signUpOnPage(page)
    await expectHeading(page, 'Your vault')
  })
})

describe('where sign-ups are closed', () => {
  const system = startBeforeAll(() => start('closed'))
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {} } })

  test('the page says so, and leads to the sign-in', PAGES, async () => {
    const { page } = await openBrowser(browser, PHONE)
    await page.goto(system.webUrl)
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0)
    await page.goto(`${system.webUrl}/sign-up`)
    await expectHeading(page, 'No new accounts')
    expect(await page.getByLabel('Your invitation').count()).toBe(0)
    await look(page, 'sign-ups-closed')
    await expectNoOverflow(page)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await expectHeading(page, 'Sign in')
    await page.getByRole('link', { name: 'Use your recovery key' }).waitFor()
    expect(await page.getByRole('link', { name: 'Create one' }).count()).toBe(0)
  })

  test('an app that waits is answered by one click', PAGES, async () => {
    const { page } = await openBrowser(browser)
    await page.goto((await app.begin()).url)
    await page.getByRole('heading', { level: 2, name: 'No new accounts' }).waitFor()
    await look(page, 'sign-ups-closed-by-app')
    await page.getByRole('link', { name: 'Back to Wildflower Books' }).click()
    await page.waitForURL(`${APP_ORIGIN}/**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  })

  test('a page that believes otherwise shows core’s refusal', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    await believe(page, 'open')
    await page.goto(`${system.webUrl}/sign-up`)
    await createAccountByPasskeyOnPage(page)
    await expectHeading(page, 'No new accounts')
  })
})
