import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import {
  confirmOnPage,
  fillClaim,
  keepRecoveryKey,
  openAccountPage,
  openBrowser,
  saveVault,
  shownValues,
  signInByPasskeyOnPage,
  signInOnPage,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const LOGIN = 'ada@example.com'
const FIRST_PASSWORD = 'violet kettle sleeps in orbit'
const PASSWORD = `${FIRST_PASSWORD} again`

/** One account in one browser, because stretching a password takes a second: each test starts where the last one ended. */
describe('a user with a password', () => {
  const system = useSystem()
  const browser = useBrowser('after all')
  let page: Page
  let problems: readonly string[]
  let app: AskingApp

  beforeAll(async () => {
    app = await registerApp(system, { name: 'Books', scopes: { openid: {}, email: {} } })
    const opened = await openBrowser(browser)
    page = opened.page
    problems = opened.problems
    await signUpToVault(page, system, { login: LOGIN, password: FIRST_PASSWORD })
  })

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const typePassword = (password: string, where = page) => where.getByLabel('Password', { exact: true }).fill(password)
  /** Everything but the statuses by which core refuses a wrong password. */
  const unexpected = () => problems.filter((problem) => !problem.includes('401'))

  test('replaces the account key too when the old password may be known, and locks out every other method', async () => {
    await fillClaim(page, 'Nickname', 'Countess')
    await saveVault(page)
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
    const change = async () => {
      await press('Change password')
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Yes, or I’m not sure').check()
      await press('Change password')
      await expectHeading(page, 'Replace vault key')
    }
    await change()
    await look(page, 'rotate')
    // Leaving before the last step changes nothing.
    await page.getByText('Your old password works until the last step').waitFor()
    await press('Cancel')
    await page.getByText('You stopped before the last step, so nothing changed.').waitFor()
    await change()
    await press('Continue')
    await keepRecoveryKey(page)
    const changed = page.waitForRequest((request) => request.url().endsWith('/api/vault/rotate/'))
    await press('Replace it now')
    await confirmOnPage(page, FIRST_PASSWORD)
    // One request carries the password and the account key.
    expect((await changed).postDataJSON()).toMatchObject({ password: { registration_id: expect.any(String) } })
    await page.getByText('Your vault has a new key.').waitFor()
    await page.getByRole('link', { name: 'Vault', exact: true }).click()
    await expect.poll(() => shownValues(page, 'Nickname')).toEqual(['Countess'])
    expect(unexpected()).toEqual([])
  })

  test('types it alone in every window of a browser that knows them: one device in the list', async () => {
    const second = await page.context().newPage()
    await second.goto(system.webUrl)
    await second.getByText('Welcome back').waitFor()
    await second.goto(`${system.webUrl}/sessions`)
    await second.getByText(LOGIN).waitFor()
    await look(second, 'welcome-back-password')
    await typePassword(PASSWORD, second)
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.getByText('This device').waitFor()
    await second.getByText('You aren’t signed in anywhere else.').waitFor()
    await second.close()
    // The first window goes on.
    await fillClaim(page, 'Email address', 'ada@example.org')
    await saveVault(page)
    expect(unexpected()).toEqual([])
  })

  test('confirms a step-up with it where there is no passkey: a wrong one is refused, the right one goes on', async () => {
    await openAccountPage(page)
    await press('Save: Our records about you')
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await typePassword('not the right password')
    await press('Confirm with your password')
    await page.getByText('That username or password isn’t right.').waitFor()
    await look(page, 'step-up-password')
    await typePassword(PASSWORD)
    const [file] = await Promise.all([page.waitForEvent('download'), press('Confirm with your password')])
    expect(file.suggestedFilename()).toMatch(/^localhost-account-\d{4}-\d{2}-\d{2}\.json$/)
    await page.getByText('The file was saved.').waitFor()
  })

  test('asks for the password again where the service replaces its secrets, and changes nothing before', async () => {
    // As core says it while an operator rotates OPAQUE_SERVER_SETUP.
    const finish = '**/api/session/password/finish/'
    await page.route(finish, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), needs_new_password_record: true } })
    })
    const changes: string[] = []
    page.context().on('request', (request) => {
      if (request.url().endsWith('/api/account/methods/changes/')) changes.push(request.url())
    })
    await page.goto((await app.begin()).url)
    await signInOnPage(page, { login: LOGIN, password: PASSWORD })
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('heading', { name: 'Confirm your password' }).waitFor()
    await look(page, 'renew-password')
    expect(changes).toEqual([])
    await typePassword(PASSWORD)
    await press('Confirm with your password')
    await page.getByText('Your password keeps opening your vault.').waitFor()
    expect(changes).toHaveLength(1)

    await page.goto(`${system.webUrl}/sign-in`)
    await signInOnPage(page, { login: LOGIN, password: PASSWORD })
    await expectHeading(page, 'Your vault')
    await page.getByRole('heading', { name: 'Confirm your password' }).waitFor()
    await page.unroute(finish)
  })

  test('types it on the page of a quick approval, which refuses a wrong one', async () => {
    await page.goto((await app.begin()).url)
    await typePassword(PASSWORD)
    await press('Sign in')
    await press('Approve')
    await expectHeading(page, 'The app')
    const flow = await app.begin()
    await page.goto(flow.url)
    await expectHeading(page, 'Continue to Books')
    await press('Continue')
    await page.getByText('Enter your password.').waitFor()
    await look(page, 'quick-approval-password')
    await typePassword('not the password')
    await press('Continue')
    await page.getByText('isn’t right').waitFor()
    await typePassword(PASSWORD)
    await press('Continue')
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual({ email: 'ada@example.org' })
    expect(unexpected()).toEqual([])
  })

  test('adds a passkey beside it, names that, and removes the password; the last way in stays', async () => {
    await addAuthenticator(page)
    await page.goto(`${system.webUrl}/methods`)
    await typePassword(PASSWORD)
    await press('Sign in')
    await page.getByText('No passkey yet.').waitFor()
    await press('Remove Password')
    await page.getByRole('heading', { name: 'You need to keep this one' }).waitFor()
    await look(page, 'methods-last')
    await press('Close')

    await press('Add a passkey')
    // The page proposes the name of the system.
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Linux')
    await page.getByLabel('Name').fill('')
    await press('Add a passkey')
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Name').fill('Laptop')
    await press('Add a passkey')
    await confirmOnPage(page, PASSWORD)
    await page.getByText('Passkey added.').waitFor()

    await press('Rename Laptop')
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await look(page, 'methods-rename')
    await press('Save')
    await page.getByRole('heading', { name: 'Old laptop' }).waitFor()

    await press('Remove Password')
    await look(page, 'methods-remove')
    await press('Remove')
    await confirmOnPage(page)
    await page.getByText('Removed.').waitFor()
    await page.getByText('No password.').waitFor()

    await page.goto(`${system.webUrl}/sign-in`)
    await signInOnPage(page, { login: LOGIN, password: PASSWORD })
    await page.getByText('That username or password isn’t right.').waitFor()
    await look(page, 'sign-in-wrong')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
    expect(unexpected()).toEqual([])
  })
})
