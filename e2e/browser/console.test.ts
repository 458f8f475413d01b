import { createAuthenticator, startBeforeAll } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, look, openContext, useBrowser } from '../support/browser.ts'
import { carryPasskey } from '../support/carry-passkey.ts'
import { confirmOnPage } from '../support/confirm-on-page.ts'
import { ADMIN_TOKEN, openByToken, startConsole } from '../support/console.ts'
import { signUpByPasskeyOnPage } from '../support/person.ts'

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the console', () => {
  const system = startBeforeAll(startConsole)
  const browser = useBrowser()

  async function openPage(options: BrowserContextOptions = {}) {
    const { context, problems } = await openContext(browser, options)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    return { context, page, problems }
  }

  async function openAsAdministrator(path = '/console', options: BrowserContextOptions = {}) {
    const opened = await openPage(options)
    await openByToken(opened.page, `${system.url}${path}`)
    await opened.page.getByRole('button', { name: 'Leave' }).waitFor()
    return opened
  }

  function administer(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
    return fetch(`${system.url}/api/admin/${path}`, { ...init, headers })
  }

  /** Registers an app, and answers its client id. */
  async function register(name: string): Promise<string> {
    const body = JSON.stringify({
      name,
      redirect_uris: ['https://books.example/callback'],
      scopes: [{ name: 'openid', reason: '', required: true }],
      token_endpoint_auth_method: 'client_secret_basic',
    })
    const response = await administer('clients/', { method: 'POST', body })
    return ((await response.json()) as { client_id: string }).client_id
  }

  /** The key that what people share with an app is sealed for. */
  async function keyOf(clientId: string): Promise<unknown> {
    const response = await administer(`clients/${clientId}/`)
    return ((await response.json()) as { claims_encryption_jwk: unknown }).claims_encryption_jwk
  }

  /** The service does what the next of these asks, and its answer is lost. */
  const loseAnswer = (page: Page, path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )

  /** Whether the service takes this secret of an app. */
  async function isTaken(clientId: string, secret: string): Promise<boolean> {
    const credentials = Buffer.from(`${clientId}:${secret}`).toString('base64')
    const response = await fetch(`${system.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' }),
    })
    return ((await response.json()) as { error: string }).error === 'invalid_grant'
  }

  /** What a browser gets where the app sends it with a request: an address to go on at, or a page that says why not. */
  async function beginFlow(client_id: string): Promise<string> {
    const query = { client_id, response_type: 'code', scope: 'openid', state: 'a'.repeat(32), nonce: 'a'.repeat(32) }
    const pkce = { code_challenge_method: 'S256', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
    const more = { redirect_uri: 'https://books.example/callback', ...pkce }
    const url = `${system.url}/oauth/authorize?${new URLSearchParams({ ...query, ...more })}`
    const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
    return response.headers.get('location') ?? response.text()
  }

  /** Presses a button that asks first, and confirms. */
  async function pressAndConfirm(page: Page, name: string, confirm: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
  }

  test('lets nobody in by another token, and forgets the right one when it is loaded again', async () => {
    const { page, problems } = await openPage()
    await openByToken(page, `${system.url}/console`, 'another')
    await page.getByText('This is not the administration token.').waitFor()
    await look(page, 'console-entry')
    await page.getByLabel('Administration token').fill(ADMIN_TOKEN)
    await page.getByRole('button', { name: 'Open the console' }).click()
    await expectHeading(page, 'Apps')
    await look(page, 'console-apps-empty')
    await page.reload()
    await expectHeading(page, 'Console')
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    )
    expect(kept).not.toContain(ADMIN_TOKEN)
    // That a token was refused is an answer that browsers log.
    expect(problems.filter((each) => !each.includes('401'))).toEqual([])
  })

  test('registers an app, whose secret works and is shown once, with a key that was made in the browser', async () => {
    const { page, problems } = await openAsAdministrator()
    await page.getByRole('link', { name: 'Register an app' }).click()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Give it a name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Sealed Books')
    await page.getByLabel('Redirect URIs').fill('http://books.example/callback')
    await page.getByLabel('E-mail address email').check()
    await page.getByLabel('Why it asks: E-mail address').fill('To send you receipts.')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    // Next to what is wrong, and what was typed stays.
    const field = page.getByLabel('Redirect URIs')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Why it asks: E-mail address').inputValue()).toBe('To send you receipts.')
    await look(page, 'console-register')
    await field.fill('https://books.example/callback')
    await loseAnswer(page, '**/api/admin/clients/')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('look under Apps first').waitFor()
    // The first one may have this key already, so the next one has the same.
    const kept = await page.locator('code', { hasText: '"d"' }).innerText()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expectHeading(page, 'Sealed Books is registered')
    await look(page, 'console-registered')
    const [clientId = '', secret = '', privateJwk = ''] = await page.locator('code').allInnerTexts()
    expect(await isTaken(clientId, secret)).toBe(true)
    expect(JSON.parse(privateJwk)).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) })
    expect(privateJwk).toBe(kept)
    expect(JSON.parse(privateJwk)).toMatchObject({ ...((await keyOf(clientId)) as object) })
    await page.getByRole('link', { name: 'Go to the app' }).click()
    await expectHeading(page, 'Sealed Books')
    await page.getByText('The app has a key on P-256').waitFor()
    expect(await page.getByLabel('Why it asks: E-mail address').inputValue()).toBe('To send you receipts.')
    expect(await page.locator('body').innerText()).not.toContain(secret)
    expect(problems.filter((each) => !/400|ERR_FAILED/.test(each))).toEqual([])
  })

  test('finds an app, changes what people see of it, and changes over from one secret to the next', async () => {
    const clientId = await register('Old Name')
    await register('Another Old Name')
    const { page, problems } = await openAsAdministrator()
    await page.getByLabel('Part of a name, or a client id').fill('nothing like it')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('No app is called “nothing like it”').waitFor()
    await page.getByLabel('Part of a name, or a client id').fill('ld nam')
    await page.getByRole('button', { name: 'Find' }).click()
    // The newest first.
    await expect.poll(() => page.locator('main li h2').allInnerTexts()).toEqual(['Another Old Name', 'Old Name'])
    expect(page.url()).toBe(`${system.url}/console?search=ld+nam`)
    await look(page, 'console-apps')
    await page.getByRole('link', { name: 'Old Name', exact: true }).click()
    await expectHeading(page, 'Old Name')
    await page.goBack()
    await page.getByRole('link', { name: 'Old Name', exact: true }).click()

    const described = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'What people see' }).last()
    await described.getByLabel('Name', { exact: true }).fill('New Name')
    await described.getByRole('button', { name: 'Save' }).click()
    await expectHeading(page, 'New Name')
    await described.getByText('Saved.').waitFor()
    const scopes = page.locator('form', { hasText: 'What it may ask for' }).last()
    await scopes.getByLabel('Phone number phone').check()
    await scopes.getByLabel('It does not work without: Phone number').check()
    await scopes.getByRole('button', { name: 'Save' }).click()
    await scopes.getByText('Saved.').waitFor()
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
    await page.getByText('The logo was changed.').waitFor()
    const logo = async () => (await fetch(`${system.url}/oauth/clients/${clientId}/logo`)).headers.get('content-type')
    expect(await logo()).toBe('image/png')
    await page.getByRole('button', { name: 'Take the logo away' }).click()
    await expect.poll(logo).not.toBe('image/png')
    await look(page, 'console-app')

    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const secret = await page.getByRole('region', { name: 'New client secret' }).locator('code').innerText()
    expect(await isTaken(clientId, secret)).toBe(true)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    const ends = page.getByRole('button', { name: /^End the secret of/ })
    expect(await ends.count()).toBe(2)
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'End', exact: true })
    await ends.first().click()
    await look(page, 'console-secret-end')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await ends.first().evaluate((button) => button === document.activeElement)).toBe(true)
    await ends.first().click()
    await confirm.click()
    await page.getByText('The secret has ended.').waitFor()
    await ends.click()
    await confirm.click()
    await page.getByText('This is the last secret that does not end by itself.').waitFor()

    await page.reload()
    await openByToken(page, page.url())
    await expectHeading(page, 'New Name')
    expect(await page.getByLabel('It does not work without: Phone number').isChecked()).toBe(true)
    expect(problems.filter((each) => !each.includes('409'))).toEqual([])
  })

  test('has an app seal for another key, disables it, tells what was decided about it, and deletes it', async () => {
    const clientId = await register('Unwanted')
    const { page, problems } = await openAsAdministrator(`/console/app?client_id=${clientId}`)
    await expectHeading(page, 'Unwanted')
    await loseAnswer(page, `**/api/admin/clients/${clientId}/`)
    await pressAndConfirm(page, 'Use another key', 'Use another key')
    await page.getByText('its public half may already be in force').waitFor()
    await pressAndConfirm(page, 'Use another key', 'Use another key')
    await page.getByText('The key is in force.').waitFor()
    const { d, ...made }: { d?: string } = JSON.parse(await page.locator('.copy-value code').last().innerText())
    expect(await keyOf(clientId)).toMatchObject(made)
    await page.getByLabel('The app has its own').check()
    await page.getByLabel('Public key (JWK)').fill(JSON.stringify({ ...made, d }))
    await page.getByText('Paste a public key as JSON, without its private half.').waitFor()
    expect(await page.getByRole('button', { name: 'Use another key' }).getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Public key (JWK)').fill(JSON.stringify(made))
    await pressAndConfirm(page, 'Use another key', 'Use another key')
    await expect.poll(() => page.getByLabel('Public key (JWK)').count()).toBe(0)
    await pressAndConfirm(page, 'Take the key away', 'Take the key away')
    await page.getByText('The app has no key any more.').waitFor()
    await page.getByText('Without a key core and the provider can read').first().waitFor()

    await pressAndConfirm(page, 'Disable', 'Disable')
    await page.getByText('The app is disabled.').waitFor()
    expect(await beginFlow(clientId)).toMatch(/disabled/i)
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('The app is enabled again.').waitFor()
    expect(await beginFlow(clientId)).toContain('/consent?auth_request_id=')

    await page.getByRole('link', { name: 'What happened with it' }).click()
    await expect.poll(() => page.locator('main li h2').allInnerTexts()).toContain('client_registered')
    await page.getByText('administrator', { exact: true }).first().waitFor()
    await page.getByLabel('Event').selectOption('client_removed')
    await page.getByLabel('From this day').fill('2026-01-01')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('Nothing like this was recorded.').waitFor()
    expect(page.url()).toBe(`${system.url}/console/audit?event=client_removed&client_id=${clientId}&since=2026-01-01`)
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect.poll(() => page.locator('main li').count()).toBeGreaterThan(1)
    await look(page, 'console-audit')

    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await page.getByRole('link', { name: 'Unwanted' }).click()
    await pressAndConfirm(page, 'Delete', 'Delete')
    await page.getByText('Unwanted was deleted.').waitFor()
    await expectHeading(page, 'Apps')
    expect(await page.getByRole('link', { name: 'Unwanted' }).count()).toBe(0)
    expect(problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
  })

  test('makes registration tokens and signing keys, ends them, and shows how much happens', async () => {
    await isTaken('nobody', 'nothing')
    // The first keys are made once somebody asks for them.
    await fetch(`${system.url}/.well-known/jwks.json`)
    const { page, problems } = await openAsAdministrator('/console/tokens')
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
    await page.getByText('for 2 apps').waitFor()
    await look(page, 'console-tokens')
    await page.getByRole('button', { name: /^End the token of/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('The registration token has ended.').waitFor()
    expect((await registerByToken()).status).toBe(401)

    await page.getByRole('link', { name: 'Signing keys' }).click()
    const listed = page.locator('main li')
    await listed.first().waitFor()
    const before = await listed.count()
    await pressAndConfirm(page, 'Make new keys', 'Make new keys')
    await page.getByText('There are new signing keys.').waitFor()
    // One of each algorithm.
    expect(await listed.count()).toBe(before + 2)
    await pressAndConfirm(page, 'Make new keys', 'Make new keys')
    await page.getByText('Nothing was made: the newest keys do not sign yet.').waitFor()
    await look(page, 'console-keys')
    await system.activateKeys()

    await page.getByRole('link', { name: 'Figures' }).click()
    await page.getByRole('heading', { name: 'How long answers take' }).waitFor()
    await expect
      .poll(() => page.getByRole('table', { name: 'Refusals by reason' }).innerText())
      .toContain('invalid_client')
    await page.locator('summary').first().click()
    await look(page, 'console-figures')

    await page.getByRole('link', { name: 'Signing keys' }).click()
    await page
      .getByRole('button', { name: /^Withdraw the key/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The key is published no longer.').waitFor()
    await pressAndConfirm(page, 'Replace them now', 'Replace all')
    await page.getByText('There are new signing keys.').waitFor()
    expect(await page.getByText('Signs', { exact: true }).count()).toBe(2)
    expect(problems).toEqual([])
  })

  test('is in English, accessible and no wider than a phone, in the dark, for a reader of Arabic too', async () => {
    const clientId = await register('Looked at')
    const phone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'ar' } as const
    const { page, problems } = await openAsAdministrator('/console', phone)
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'en',
      'ltr',
    ])
    expect(await page.locator('footer select').count()).toBe(0)
    await page.getByRole('link', { name: 'Looked at' }).waitFor()
    const visit = async (path: string) => {
      const before = await page.locator('h1').innerText()
      await page.evaluate((address) => {
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/console/${path}`)
      await page.waitForFunction((title) => document.querySelector('h1')?.innerText !== title, before)
      await page.waitForLoadState('networkidle')
    }
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const paths = [`app?client_id=${clientId}`, 'register', 'tokens', 'keys', 'audit', 'figures', '']
    for (const path of paths) {
      await visit(path)
      await look(page, `console-${path.split('?')[0]}-phone`)
      expect(await overflow(), path).toBeLessThanOrEqual(0)
    }
    expect(problems).toEqual([])
  })

  test('has a person register and change their own apps, after a gesture, and shows them no others', async () => {
    const passkey = createAuthenticator({ origin: system.url })
    const { context, page, problems } = await openPage()
    await carryPasskey(context, passkey)
    await page.goto(`${system.url}/sign-up`)
    await signUpByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
    await page.goto(`${system.url}/console`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: /passkey/i }).click()
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
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByRole('region', { name: 'New client secret' }).waitFor()
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0)
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
    await page.getByText('The logo was changed.').waitFor()
    await page.getByRole('link', { name: 'What happened with it' }).click()
    await expect.poll(() => page.locator('main li').count()).toBeGreaterThan(1)
    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await page.getByRole('link', { name: 'Mine' }).waitFor()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expectHeading(page, 'Console')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: /passkey/i }).click()
    await expectHeading(page, 'Apps')
    expect(problems).toEqual([])
  })

  // The last two, in this order: they start the service anew, with other settings each.
  test('keeps what was typed where the service does not answer, and where it takes another token by now', async () => {
    const clientId = await register('Impatient')
    const { page } = await openAsAdministrator(`/console/app?client_id=${clientId}`)
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
    await page.getByLabel('Phone number phone').check()
    // Both are refused at once, and asked for once.
    await saves.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    const dialog = page.getByRole('dialog', { name: 'The administration token is needed again' })
    await dialog.getByLabel('Administration token').fill(other)
    await look(page, 'console-token-again')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectHeading(page, 'Patient')
    await expect.poll(() => page.getByText('Saved.', { exact: true }).count()).toBe(2)
    expect(await dialog.count()).toBe(0)
  })

  test('takes a person for an administrator whom ADMINISTRATORS lists, and tells them by which id', async () => {
    const passkey = createAuthenticator({ origin: system.url })
    const { context, page, problems } = await openPage()
    await carryPasskey(context, passkey)
    await page.goto(`${system.url}/sign-up`)
    await signUpByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
    const enter = async () => {
      await page.goto(`${system.url}/console`)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: /passkey/i }).click()
    }
    await enter()
    await expectHeading(page, 'Nothing to do here yet')
    await look(page, 'console-nobody')
    const ADMINISTRATORS = await page.locator('code').innerText()
    await system.restart({ ADMINISTRATORS })
    await enter()
    await page.getByRole('link', { name: 'Signing keys' }).click()
    await expectHeading(page, 'Signing keys')
    await pressAndConfirm(page, 'Make new keys', 'Make new keys')
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
    await look(page, 'console-confirm')
    await confirmOnPage(page)
    await page.getByText(/There are new signing keys|Nothing was made/).waitFor()
    expect(problems).toEqual([])
  })
})
