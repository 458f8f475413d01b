import { signUp } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { ADMIN_TOKEN, openConsole, openPart, PICTURE, pressAndConfirm, useConsole } from '../support/console.ts'
import { confirmOnPage, openBrowser } from '../support/person.ts'

describe('access to the console', () => {
  const system = useConsole()
  const browser = useBrowser()

  async function enter(page: Page): Promise<void> {
    await page.goto(`${system.url}/console`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: /passkey/i }).click()
  }

  test('makes and ends registration tokens and signing keys', PAGES, async () => {
    await system.isTaken('nobody', 'nothing')
    // The first request for them makes the first keys.
    await fetch(`${system.url}/.well-known/jwks.json`)
    const { page, problems } = await openConsole(browser, `${system.url}/console/tokens`)
    await page.getByLabel('How many apps it can register').fill('0')
    await page.getByRole('button', { name: 'Make a token' }).click()
    await page.getByText('Type a whole number').waitFor()
    await page.getByLabel('How many apps it can register').fill('2')
    await page.getByRole('button', { name: 'Make a token' }).click()
    const token = await page.getByRole('region', { name: 'Registration token' }).locator('code').innerText()
    const registerByToken = () =>
      fetch(`${system.url}/oauth/register`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'By a program', redirect_uris: ['https://books.example/callback'] }),
      })
    expect((await registerByToken()).status).toBe(201)
    await page.getByRole('cell', { name: '2 apps' }).waitFor()
    await page.getByRole('button', { name: /^End the token of/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('The registration token has ended.').waitFor()
    expect((await registerByToken()).status).toBe(401)

    await page.getByRole('link', { name: 'Signing keys' }).click()
    const listed = page.locator('tbody tr')
    await listed.first().waitFor()
    const before = await listed.count()
    await pressAndConfirm(page, 'Make new keys', 'Make new keys')
    await page.getByText('There are new signing keys.').waitFor()
    // One of each algorithm.
    expect(await listed.count()).toBe(before + 2)
    await pressAndConfirm(page, 'Make new keys', 'Make new keys')
    await page.getByText('Nothing was made: the newest keys don’t sign yet.').waitFor()
    await system.activateKeys()

    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByText('deploy/monitoring/dashboard.json').waitFor()
    await page.getByRole('link', { name: 'Signing keys' }).click()
    await page
      .getByRole('button', { name: /^Withdraw the key/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The key is no longer published.').waitFor()
    await pressAndConfirm(page, 'Replace them now', 'Replace all')
    await page.getByText('There are new signing keys.').waitFor()
    expect(await page.getByText('Signs', { exact: true }).count()).toBe(2)
    expect(problems).toEqual([])
  })

  test('lets a developer register and change only their own apps, after a gesture', async () => {
    const { passkey } = await signUp({ url: system.url, origin: system.url })
    const { page, problems } = await openBrowser(browser, { passkey })
    await enter(page)
    await expectHeading(page, 'Apps')
    await page.getByText('No app yet').waitFor()
    await look(page, 'console-developer')
    await page.getByRole('link', { name: 'Register an app' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await page.getByLabel('Redirect URIs').fill('https://books.example/callback')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await confirmOnPage(page)
    await expectHeading(page, 'Mine is registered')
    await page.getByRole('link', { name: 'Go to the app' }).click()
    await expectHeading(page, 'Mine')
    // One confirmation serves for the whole errand.
    await openPart(page, 'Secrets & keys')
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByRole('region', { name: 'New client secret' }).waitFor()
    await openPart(page, 'Disable & delete')
    await page.getByRole('button', { name: 'Delete' }).waitFor()
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0)
    await openPart(page, 'Description')
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
    await page.getByText('The logo was changed.').waitFor()
    await openPart(page, 'Errors')
    await page.getByRole('link', { name: 'Events of this app' }).click()
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(1)
    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await page.getByRole('link', { name: 'Mine' }).waitFor()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expectHeading(page, 'Console')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: /passkey/i }).click()
    await expectHeading(page, 'Apps')
    expect(problems).toEqual([])
  })

  test('keeps typed text while the service is down, and when it wants another token', PAGES, async () => {
    const clientId = await system.register('Impatient')
    const { page } = await openConsole(browser, `${system.url}/console/app?client_id=${clientId}&part=description`)
    const saves = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByLabel('Name', { exact: true }).fill('Patient')
    const unavailable = { status: 503, headers: { 'retry-after': '1' }, body: '' }
    await page.route('**/api/admin/clients/*/', (route) => route.fulfill(unavailable), { times: 1 })
    await saves.first().click()
    await page
      .getByRole('alert')
      .filter({ hasText: /unavailable|try again/i })
      .waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Patient')

    const other = `another-${ADMIN_TOKEN}`
    await system.restart({ ADMIN_TOKEN: other, DEVELOPER_REGISTRATION: 'off' })
    await openPart(page, 'Scopes & texts')
    await page.getByLabel('Phone number phone').check()
    // All forms are refused at once, and the token is asked for once.
    const forms = await saves.count()
    await saves.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    const dialog = page.getByRole('dialog', { name: 'The administration token is needed again' })
    await dialog.getByLabel('Administration token').fill(other)
    await look(page, 'console-token-again')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => page.getByText('Saved.', { exact: true }).count()).toBe(forms)
    // Text typed in another part waits there.
    await openPart(page, 'Description')
    await saves.click()
    await expectHeading(page, 'Patient')
    expect(await dialog.count()).toBe(0)
  })

  test('makes a person in ADMINISTRATORS an administrator, and shows others the id to add', PAGES, async () => {
    const { passkey } = await signUp({ url: system.url, origin: system.url })
    const { page, problems } = await openBrowser(browser, { passkey })
    await enter(page)
    await expectHeading(page, 'Nothing to do here yet')
    await look(page, 'console-nobody')
    const ADMINISTRATORS = await page.locator('code').innerText()
    await system.restart({ ADMINISTRATORS })
    await enter(page)
    await page.getByRole('link', { name: 'Signing keys' }).click()
    await expectHeading(page, 'Signing keys')
    await pressAndConfirm(page, 'Make new keys', 'Make new keys')
    await confirmOnPage(page)
    await page.getByText(/There are new signing keys|Nothing was made/).waitFor()
    // Core answers these two itself.
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByLabel('User id').waitFor()
    await page.getByRole('link', { name: 'Health' }).click()
    await expect.poll(() => page.locator('.badge').allInnerTexts()).toEqual(['Ready', 'Ready'])
    expect(problems).toEqual([])
  })

  test('shows which audit events wait for EVENTS_URL, and why', PAGES, async () => {
    const EVENTS_SECRET = `whsec_${Buffer.alloc(32, 'a1b2c3').toString('base64')}`
    await system.restart({ EVENTS_URL: 'http://localhost:9/hook?token=of-the-receiver', EVENTS_SECRET })
    await system.register('Library')
    const { page, problems } = await openConsole(browser, `${system.url}/console/health`)
    const provider = page.getByRole('region', { name: 'Provider' })
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Load again' }).click()
        return provider.innerText()
      })
      .toContain('client_registered: cannot be reached')
    expect(await provider.innerText()).toMatch(/Audit events\s+(One waits|\d wait)/)
    expect(await page.content()).not.toContain('of-the-receiver')
    await look(page, 'console-events')
    expect(problems).toEqual([])
  })
})
