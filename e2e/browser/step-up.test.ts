import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type AskingApp, registerApp, useApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, expectNoOverflow, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  approveOnPage,
  confirmOnPage,
  openBrowser,
  openVault,
  PROFILE,
  signInByPasskeyOnPage,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const PASSWORD = 'violet kettle sleeps in orbit'
const WANTED = 'Books asks for a passkey'

describe('an app that takes a passkey alone (RFC 9470)', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app: AskingApp = useApp(system, { name: 'Books', scopes: { openid: {} } })
  let people = 0

  const begin = () => app.begin({ asked: { acrValues: ['phr'] } })

  /** A browser that knows a person without a passkey. */
  async function openByPassword() {
    const opened = await openBrowser(browser)
    people += 1
    const credentials = { login: `step-up-${people}@example.com`, password: PASSWORD }
    await signUpToVault(opened.page, system, credentials)
    return { ...opened, credentials }
  }

  async function signInByPassword(page: Page, { login, password }: { login: string; password: string }) {
    await page.getByRole('button', { name: 'I have no passkey' }).click()
    await page.getByLabel('Username').fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
  }

  test('a password session is asked for a passkey, which its person can add on the way', async () => {
    const { page, problems, credentials } = await openByPassword()
    await addAuthenticator(page)
    const flow = await begin()
    await page.goto(flow.url)
    await expectHeading(page, WANTED)
    await look(page, 'step-up-sign-in')
    await signInByPassword(page, credentials)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await look(page, 'step-up-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You signed in with your password.').waitFor()
    await look(page, 'step-up-add')
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await confirmOnPage(page, PASSWORD)
    await page.getByText('Your choices are still here').waitFor()
    await signInByPasskeyOnPage(page)
    await approveOnPage(page)
    expect(await flow.finish(page)).toMatchObject({ acr: 'phr' })
    expect(problems).toEqual([])
  })

  test('a person without one goes back, before or after the password, and the app is told', PAGES, async () => {
    const { page, problems, credentials } = await openByPassword()
    const back = async () => {
      await page.getByText('Back to Books').click()
      await expectHeading(page, 'The app')
      return new URL(page.url()).searchParams.get('error')
    }
    await page.goto((await begin()).url)
    await signInByPassword(page, credentials)
    expect(await back()).toBe('unmet_authentication_requirements')
    await page.goto((await begin()).url)
    await signInByPassword(page, credentials)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You signed in with your password.').waitFor()
    expect(await back()).toBe('unmet_authentication_requirements')
    expect(problems).toEqual([])
  })

  test('a passkey session goes on as ever', PAGES, async () => {
    const { page, problems } = await openVault(browser, system)
    await page.goto((await begin()).url)
    await page.getByText('Welcome back').waitFor()
    await signInByPasskeyOnPage(page)
    await approveOnPage(page)
    expect(problems).toEqual([])
  })
})

describe('an app that asks claim by claim (OpenID Connect Core §5.5)', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('people see just these, named, and what the app says it needs; it gets no more', async () => {
    const scopes = { openid: {}, profile: { reason: 'To greet you.' }, email: {} }
    const app = await registerApp(system, { name: 'Books', scopes })
    const { page, problems } = await openVault(browser, system, { values: { ...PROFILE, email: 'ada@example.org' } })
    const claims = { userinfo: { given_name: { essential: true }, birthdate: null }, id_token: { email: null } }
    const flow = await app.begin({ asked: { scopes: ['openid'], claims } })
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByText('Books says that it needs: Given name').waitFor()
    await look(page, 'claims-of-a-request')
    expect(await page.locator('.claim-value-label').allInnerTexts()).toEqual([
      'Given name',
      'Date of birth',
      'Email address',
    ])
    await approveOnPage(page)
    const { claims: shared } = await flow.finish(page)
    expect(shared).toEqual({ given_name: 'Ada', birthdate: '1815-12-10', email: 'ada@example.org' })
    expect(problems).toEqual([])
  })

  test('a scope of which one claim is asked for has the name of that claim', PAGES, async () => {
    const app = await registerApp(system, { name: 'Books', scopes: { openid: {}, profile: {} } })
    const { page } = await openVault(browser, system, { values: PROFILE })
    await page.goto((await app.begin({ asked: { scopes: ['openid'], claims: { userinfo: { birthdate: null } } } })).url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('switch', { name: 'Share Date of birth' }).waitFor()
    await page.getByText('About this request').click()
    expect(await page.getByRole('definition').allInnerTexts()).toContain('Date of birth')
  })
})
