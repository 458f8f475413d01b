import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, expectNoOverflow, look, useBrowser } from '../support/browser.ts'
import {
  fillClaim,
  newPerson,
  openBrowser,
  openVault,
  saveVault,
  signInByPasskeyOnPage,
  signUpToVault,
} from '../support/person.ts'
import { lend, useSystem } from '../support/shared.ts'
import { readRequest } from '../support/start-flow.ts'
import { signUpOn } from '../support/system.ts'

describe('quick approval page', () => {
  const system = useSystem()
  const browser = useBrowser('after all')

  /** A user who has approved an app once in a browser of their own: email address and name. */
  async function newReturning() {
    const app = await registerApp(system, { name: 'Books', scopes: { openid: {}, email: {}, profile: {} } })
    const { page, problems } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system)
    await fillClaim(page, 'Full name', 'Ada Lovelace')
    await fillClaim(page, 'Email address', 'ada@example.org')
    await saveVault(page)
    const first = await app.begin()
    await page.goto(first.url)
    await press(page, 'Sign in with a passkey')
    await press(page, 'Approve')
    await expectHeading(page, 'The app')
    const claims = { email: 'ada@example.org', name: 'Ada Lovelace' }
    expect((await first.finish(page)).claims).toMatchObject(claims)
    return { page, problems, app, authenticator, claims }
  }

  /** Each test finds the app as the one before it left it. */
  const returning = lend(newReturning)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const askAgain = async (page: Page, app: AskingApp, more = '') => {
    const flow = await app.begin()
    await page.goto(`${flow.url}${more}`)
    await expectHeading(page, 'Continue to Books')
    await page.getByText('Same as last time: Books gets').waitFor()
    return flow
  }

  test('says that nothing was shared without a connection', async () => {
    const { page, app } = returning
    await askAgain(page, app)
    await page.context().setOffline(true)
    await press(page, 'Continue')
    await page.getByRole('alert').getByText('Nothing was shared.').waitFor()
    await look(page, 'quick-approval-offline')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText('Nothing was shared.').count()).toBe(0)
  })

  test('takes one press and one gesture, on one screen of a phone', async () => {
    const { page, problems, app, authenticator, claims } = returning
    const flow = await askAgain(page, app)
    await page.getByText('Email address and Full name').waitFor()
    await page.getByText('Not encrypted for Books').waitFor()
    await look(page, 'quick-approval-passkey')
    // All of it is on one screen of a phone, and of the smallest one.
    await page.setViewportSize({ width: 390, height: 844 })
    const change = await page.getByRole('button', { name: 'See and change what’s shared' }).boundingBox()
    expect((change?.y ?? Number.NaN) + (change?.height ?? 0)).toBeLessThan(844)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    const used = authenticator.uses()
    await press(page, 'Continue')
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual(claims)
    expect(authenticator.uses()).toBe(used + 1)
    expect(problems).toEqual([])
  })

  test.each(['&max_age=0', '&prompt=login'])('none with %s: the app gets a sign-in and an approval', async (more) => {
    const { page, problems, app, claims, authenticator } = returning
    const flow = await app.begin()
    const used = authenticator.uses()
    await page.goto(`${flow.url}${more}`)
    await page.getByLabel('Username').waitFor()
    expect(await page.getByText('Welcome back').count()).toBe(0)
    await press(page, 'Sign in with a passkey')
    await press(page, 'Approve')
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual(claims)
    expect(authenticator.uses()).toBe(used + 1)
    expect(problems).toEqual([])
  })

  test('a denial takes no gesture', async () => {
    const { page, problems, app, authenticator } = returning
    await askAgain(page, app)
    const used = authenticator.uses()
    await press(page, 'Deny')
    await expectHeading(page, 'The app')
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    expect(authenticator.uses()).toBe(used)
    expect(problems).toEqual([])
  })

  test('opens the whole request for a change, which the next one repeats', async () => {
    const { page, problems, app } = returning
    const flow = await askAgain(page, app)
    await press(page, 'See and change what’s shared')
    await page.getByRole('switch', { name: 'Share Email address' }).click()
    await press(page, 'Approve')
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual({ name: 'Ada Lovelace' })
    await askAgain(page, app)
    await page.locator('strong').getByText('Full name', { exact: true }).waitFor()
    await press(page, 'Continue')
    await expectHeading(page, 'The app')
    expect(problems).toEqual([])
  })

  test('offers an addition to the vault once, and stays one press', async () => {
    const { page, problems, app } = returning
    await page.goto(`${system.webUrl}/sign-in`)
    await press(page, 'Sign in with a passkey')
    await fillClaim(page, 'Nickname', 'Countess')
    await saveVault(page)
    const flow = await askAgain(page, app)
    await page.getByText('You could also share: Nickname').waitFor()
    await look(page, 'quick-approval-possible')
    await press(page, 'Continue')
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual({ name: 'Ada Lovelace' })
    await askAgain(page, app)
    expect(await page.getByText('You could also share').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('not shown after an edit of a shared value, which the whole request marks', async () => {
    const { page, problems, app } = returning
    await page.goto(`${system.webUrl}/sign-in`)
    await press(page, 'Sign in with a passkey')
    await fillClaim(page, 'Full name', 'Ada King')
    await saveVault(page)
    const flow = await app.begin()
    await page.goto(flow.url)
    await press(page, 'Sign in with a passkey')
    await expectHeading(page, 'Books asks for some of your data')
    await page.getByText('Changed since last time').waitFor()
    await look(page, 'quick-approval-changed')
    await press(page, 'Approve')
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toMatchObject({ name: 'Ada King' })
    expect(problems).toEqual([])
  })

  // The last with this authenticator: once declined, Chromium's virtual one does not agree again.
  test('stays after a declined passkey, and can be left to another user', async () => {
    const { page, app, authenticator } = returning
    await askAgain(page, app)
    const id = new URL(page.url()).searchParams.get('auth_request_id') ?? ''
    await authenticator.setAgreeing(false)
    await press(page, 'Continue')
    await page.getByText('No passkey was used.').waitFor()
    await expectHeading(page, 'Continue to Books')
    await press(page, 'Not you?')
    await page.getByLabel('Username').waitFor()
    const { sessionToken } = await signUpOn(system)
    expect(await readRequest(system, id, sessionToken)).toMatchObject({ status: 'pending' })
  })

  test('says after the gesture that another device revoked access, and shares nothing', async () => {
    const person = await newPerson(system, { name: 'Ada Lovelace' })
    const app = await registerApp(system, { name: 'Books', scopes: { openid: {}, profile: {} } })
    const { page, problems } = await openVault(browser, system, person)
    await page.goto((await app.begin()).url)
    await signInByPasskeyOnPage(page)
    await press(page, 'That’s right')
    await press(page, 'Approve')
    await expectHeading(page, 'The app')
    await person.device.refresh({})
    await person.device.revokeApp({ clientId: app.client.clientId, name: 'Books' })
    await askAgain(page, app)
    await press(page, 'Continue')
    await expectHeading(page, 'Books asks for some of your data')
    await page.getByText(/^You revoked this app’s access on/).waitFor()
    await look(page, 'quick-approval-revoked')
    expect(problems).toEqual([])
  })
})
