import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { openBrowser, signOutOnPage, signUpToVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const START = '/api/session/passkey/start/'

describe('a passkey in the autofill of the login name', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser('after all')
  let page: Page
  let problems: readonly string[]
  let authenticator: Awaited<ReturnType<typeof addAuthenticator>>
  let starts = 0

  beforeAll(async () => {
    const opened = await openBrowser(browser)
    page = opened.page
    problems = opened.problems
    page.on('request', (request) => void (starts += Number(new URL(request.url()).pathname === START)))
    await page.addInitScript(recordCeremonies)
    authenticator = await addAuthenticator(page, { isChosenInAutofill: true })
    await signUpToVault(page, system)
  })

  /** Makes the browser forget its user; answers the number of challenges since. */
  async function signOut(): Promise<() => number> {
    // The page that says so offers it too.
    await authenticator.setAnswering(false)
    if (await page.getByRole('button', { name: /^Signed in as/ }).isVisible()) {
      await signOutOnPage(page)
      await page.getByText('You’re signed out').waitFor()
    }
    await page.goto('about:blank')
    const before = starts
    return () => starts - before
  }
  const ceremonies = () => page.evaluate(() => window.ceremonies ?? [])
  async function openSignIn(): Promise<void> {
    await page.goto(`${system.webUrl}/sign-in`)
    await expect.poll(ceremonies).toEqual(['autofill'])
  }

  test('signs in and opens the vault when it is chosen there, by one confirmation', async () => {
    const asked = await signOut()
    const used = authenticator.uses()
    await authenticator.setAnswering(true)
    await page.goto(`${system.webUrl}/sign-in`)
    await expectHeading(page, 'Your vault')
    expect(authenticator.uses()).toBe(used + 1)
    expect(asked()).toBe(1)
    expect(problems).toEqual([])
  })

  test('gives way to the button, which takes its challenge', async () => {
    const asked = await signOut()
    await openSignIn()
    expect(await page.getByLabel('Username').getAttribute('autocomplete')).toBe('username webauthn')
    await look(page, 'sign-in-autofill')
    // The waiting request stays unanswered.
    await authenticator.setAnswering(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
    expect(await ceremonies()).toEqual(['autofill', 'autofill aborted', 'button'])
    expect(asked()).toBe(1)
    expect(problems).toEqual([])
  })

  test('ends where the page is left for another ceremony', async () => {
    await signOut()
    await openSignIn()
    await page.getByRole('link', { name: 'Create one' }).click()
    await expectHeading(page, 'Create your account')
    await expect.poll(ceremonies).toEqual(['autofill', 'autofill aborted'])
    expect(problems).toEqual([])
  })

  test('ends with a passkey that core refuses, until the button is used', async () => {
    const asked = await signOut()
    await authenticator.setAnswering(true)
    await page.route('**/api/session/passkey/finish/', (route) =>
      route.fulfill({ status: 401, json: { error: 'Refused.', code: 'invalid_credentials' } }),
    )
    await page.goto(`${system.webUrl}/sign-in`)
    const refusal = page.getByRole('alert').getByText('This passkey opens no account here.')
    await refusal.waitFor()
    const refused = page.waitForResponse('**/api/session/passkey/finish/')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await refused
    await expect.poll(ceremonies).toEqual(['autofill', 'autofill aborted', 'button', 'autofill', 'autofill aborted'])
    await refusal.waitFor()
    expect(asked()).toBe(3)
    await page.unroute('**/api/session/passkey/finish/')
  })

  test('is offered again with a new challenge after the user declined at the button', async () => {
    const asked = await signOut()
    await openSignIn()
    await authenticator.setAgreeing(false)
    await authenticator.setAnswering(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('No passkey was used.').waitFor()
    await expect.poll(ceremonies).toEqual(['autofill', 'autofill aborted', 'button', 'autofill'])
    // That it is declined there too is not answered by asking once more.
    await page.getByText('No passkey was used.').waitFor()
    expect(asked()).toBe(2)
    expect(problems).toEqual([])
  })

  test('gets a new challenge before the old one expires, and fails silently', async () => {
    const asked = await signOut()
    await page.clock.install()
    await openSignIn()
    await page.clock.fastForward('04:00')
    await expect.poll(ceremonies).toEqual(['autofill', 'autofill aborted', 'autofill'])
    expect(asked()).toBe(2)
    const refused = page.waitForResponse((response) => response.url().endsWith(START) && response.status() === 429)
    await page.route(`**${START}`, (route) => route.fulfill({ status: 429, json: {} }))
    await page.clock.fastForward('04:00')
    await refused
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
  })
})

declare global {
  interface Window {
    readonly ceremonies?: string[]
  }
}

/** Runs in each page, before its script: records the ceremonies that it starts, in order. */
function recordCeremonies(): void {
  if (!isSecureContext) return
  const ceremonies: string[] = []
  Object.assign(window, { ceremonies })
  const { credentials } = navigator
  const get = credentials.get.bind(credentials)
  credentials.get = (options = {}) => {
    const kind = options.mediation === 'conditional' ? 'autofill' : 'button'
    ceremonies.push(kind)
    options.signal?.addEventListener('abort', () => ceremonies.push(`${kind} aborted`))
    return get(options)
  }
}
