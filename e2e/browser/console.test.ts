import { readFile } from 'node:fs/promises'
import { signUp } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, expectNoOverflow, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  ADMIN_TOKEN,
  openByToken,
  openConsole,
  openPart,
  PICTURE,
  pressAndConfirm,
  useConsole,
} from '../support/console.ts'
import { openBrowser } from '../support/person.ts'

describe('the console', () => {
  const system = useConsole()
  const browser = useBrowser()

  const openAsAdministrator = (path?: string, options?: BrowserContextOptions) =>
    openConsole(browser, `${system.url}${path ?? '/console'}`, options)

  /** The key that an app's claims are sealed for. */
  async function keyOf(clientId: string): Promise<unknown> {
    const response = await system.administer(`clients/${clientId}/`)
    return ((await response.json()) as { claims_encryption_jwk: unknown }).claims_encryption_jwk
  }

  /** Loses the answer of the next such request after the service has done the work. */
  const loseAnswer = (page: Page, path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )

  /** Answers the redirect of an authorization request, or the page that refuses it. */
  async function beginFlow(client_id: string): Promise<string> {
    const query = { client_id, response_type: 'code', scope: 'openid', state: 'a'.repeat(32), nonce: 'a'.repeat(32) }
    const pkce = { code_challenge_method: 'S256', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
    const more = { redirect_uri: 'https://books.example/callback', ...pkce }
    const url = `${system.url}/oauth/authorize?${new URLSearchParams({ ...query, ...more })}`
    const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
    return response.headers.get('location') ?? response.text()
  }

  test('refuses another token, and forgets the right one at a reload', async () => {
    const { page, problems } = await openBrowser(browser)
    await openByToken(page, `${system.url}/console`, 'another')
    await page.getByText('This is not the administration token.').waitFor()
    await look(page, 'console-entry')
    await page.getByLabel('Administration token').fill(ADMIN_TOKEN)
    await page.getByRole('button', { name: 'Open the console' }).click()
    await expectHeading(page, 'Apps')
    await page.reload()
    await expectHeading(page, 'Console')
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    )
    expect(kept).not.toContain(ADMIN_TOKEN)
    // That a token was refused is an answer that browsers log.
    expect(problems.filter((each) => !each.includes('401'))).toEqual([])
  })

  test('registers an app with a key made in the browser, and shows its secret once', PAGES, async () => {
    const { page, problems } = await openAsAdministrator()
    await page.getByRole('link', { name: 'Register an app' }).click()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Give it a name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Sealed Books')
    await page.getByLabel('Redirect URIs').fill('http://books.example/callback')
    await page.getByLabel('Email address email').check()
    await page.getByLabel('Why it asks: Email address').fill('To send you receipts.')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    // The error stands at its field, and typed values stay.
    const field = page.getByLabel('Redirect URIs')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Why it asks: Email address').inputValue()).toBe('To send you receipts.')
    await field.fill('https://books.example/callback')
    await loseAnswer(page, '**/api/admin/clients/')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('look under Apps first').waitFor()
    // The lost registration may have this key already, so the retry uses it too.
    const kept = await page.locator('code', { hasText: '"d"' }).innerText()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expectHeading(page, 'Sealed Books is registered')
    const [clientId = '', secret = '', privateJwk = ''] = await page.locator('code').allInnerTexts()
    expect(await system.isTaken(clientId, secret)).toBe(true)
    expect(JSON.parse(privateJwk)).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) })
    expect(privateJwk).toBe(kept)
    expect(JSON.parse(privateJwk)).toMatchObject({ ...((await keyOf(clientId)) as object) })
    await page.getByRole('link', { name: 'Go to the app' }).click()
    await expectHeading(page, 'Sealed Books')
    await openPart(page, 'Secrets & keys')
    await page.getByText('The app has a key on P-256').waitFor()
    expect(await page.getByLabel('Why it asks: Email address').inputValue()).toBe('To send you receipts.')
    expect(await page.locator('body').innerText()).not.toContain(secret)
    expect(problems.filter((each) => !/400|ERR_FAILED/.test(each))).toEqual([])
  })

  test('finds an app, changes its description, and rotates its secret', PAGES, async () => {
    const clientId = await system.register('Old Name')
    await system.register('Another Old Name')
    const { page, problems } = await openAsAdministrator()
    await page.getByLabel('Part of a name, or a client id').fill('nothing like it')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('No app is called “nothing like it”').waitFor()
    await page.getByLabel('Part of a name, or a client id').fill('ld nam')
    await page.getByRole('button', { name: 'Find' }).click()
    // The newest first.
    await expect.poll(() => page.locator('tbody .row-link').allInnerTexts()).toEqual(['Another Old Name', 'Old Name'])
    expect(page.url()).toBe(`${system.url}/console?search=ld+nam`)
    await page.getByRole('link', { name: 'Old Name', exact: true }).click()
    await expectHeading(page, 'Old Name')
    await page.goBack()
    await page.getByRole('link', { name: 'Old Name', exact: true }).click()

    await openPart(page, 'Description')
    const described = page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ hasText: 'Texts for people' })
      .last()
    await described.getByLabel('Name', { exact: true }).fill('New Name')
    await described.getByRole('button', { name: 'Save' }).click()
    await expectHeading(page, 'New Name')
    await described.getByText('Saved.').waitFor()
    await openPart(page, 'Scopes & texts')
    const scopes = page.locator('form', { hasText: 'Scopes that it may request' }).last()
    await scopes.getByLabel('Phone number phone').check()
    await scopes.getByLabel('Required: Phone number').check()
    await scopes.getByRole('button', { name: 'Save' }).click()
    await scopes.getByText('Saved.').waitFor()
    const translated = page.locator('section', { hasText: 'In other languages' }).last()
    await translated.getByLabel('Language tag').fill('german')
    await translated.getByRole('button', { name: 'Add a language' }).click()
    await translated.getByText('This is not a language tag.').waitFor()
    await translated.getByLabel('Language tag').fill('de-at')
    await translated.getByRole('button', { name: 'Add a language' }).click()
    const austrian = translated.getByRole('group', { name: 'Austrian German' })
    await austrian.getByLabel('Name', { exact: true }).fill('Neuer Name')
    await austrian.getByLabel('Why it asks: Phone number').fill('Damit wir Sie anrufen können.')
    await translated.getByRole('button', { name: 'Save' }).click()
    await translated.getByText('Saved.').waitFor()
    await look(page, 'console-translations')
    await openPart(page, 'Description')
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
    await page.getByText('The logo was changed.').waitFor()
    const logo = async () => (await fetch(`${system.url}/oauth/clients/${clientId}/logo`)).headers.get('content-type')
    expect(await logo()).toBe('image/png')
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await expect.poll(logo).not.toBe('image/png')

    await openPart(page, 'Secrets & keys')
    await page.getByText('nothing to do. To change it, make a new secret').waitFor()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const secret = await page.getByRole('region', { name: 'New client secret' }).locator('code').innerText()
    expect(await system.isTaken(clientId, secret)).toBe(true)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    const ends = page.getByRole('button', { name: /^End the secret of/ })
    expect(await ends.count()).toBe(2)
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'End', exact: true })
    await ends.last().click()
    await confirm.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await ends.last().evaluate((button) => button === document.activeElement)).toBe(true)
    await ends.last().click()
    await confirm.click()
    await page.getByText('The secret has ended.').waitFor()
    await ends.click()
    await confirm.click()
    await page.getByText('This is the last secret without an end date.').waitFor()

    await page.reload()
    await openByToken(page, page.url())
    await expectHeading(page, 'New Name')
    await openPart(page, 'Scopes & texts')
    expect(await page.getByLabel('Required: Phone number').isChecked()).toBe(true)
    expect(await austrian.getByLabel('Why it asks: Phone number').inputValue()).toBe('Damit wir Sie anrufen können.')
    expect(problems.filter((each) => !each.includes('409'))).toEqual([])
  })

  test('replaces the key of an app, disables it, shows its audit trail, and deletes it', PAGES, async () => {
    const clientId = await system.register('Unwanted')
    const { page, problems } = await openAsAdministrator(`/console/app?client_id=${clientId}&part=secrets`)
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
    await pressAndConfirm(page, 'Remove key', 'Remove key')
    await page.getByText('The app has no key any more.').waitFor()
    await page.getByText('No key: the server can read shared data').first().waitFor()

    await openPart(page, 'Disable & delete')
    await pressAndConfirm(page, 'Disable', 'Disable')
    await page.getByText('The app is disabled.').waitFor()
    expect(await beginFlow(clientId)).toMatch(/disabled/i)
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('The app is enabled again.').waitFor()
    expect(await beginFlow(clientId)).toContain('/consent?auth_request_id=')

    await openPart(page, 'Errors')
    await page.getByRole('link', { name: 'Events of this app' }).click()
    const trail = page.getByRole('table', { name: 'Audit trail' })
    const registered = trail.getByRole('row').filter({ hasText: 'App registered' })
    await registered.getByRole('link', { name: 'Unwanted' }).waitFor()
    expect(await registered.innerText()).toContain('By an administrator')
    await registered.getByRole('button', { name: 'App registered' }).click()
    const details = page.getByRole('region', { name: 'App registered' })
    // Until the name is read, the id stands in its place too.
    await details.getByRole('link', { name: 'Unwanted' }).waitFor()
    await details.getByText(clientId).waitFor()
    await look(page, 'console-audit-details')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as JSON lines' }).click()
    const lines = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).client_id)).toEqual(lines.map(() => clientId))
    expect(lines).toHaveLength((await trail.getByRole('row').count()) - 1)
    await page.getByLabel('Event', { exact: true }).selectOption({ label: 'App deleted' })
    await page.getByLabel('Time', { exact: true }).selectOption('custom')
    await page.getByLabel('From', { exact: true }).fill('2026-01-01T00:00')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('No recorded event matches the filter.').waitFor()
    const range = 'range=custom&since=2026-01-01T00%3A00'
    expect(page.url()).toBe(`${system.url}/console/audit?event=client_removed&client_id=${clientId}&${range}`)
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByLabel('App', { exact: true }).selectOption({ label: 'Unwanted' })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.poll(() => page.url()).toContain(`client_id=${clientId}`)

    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await page.getByRole('link', { name: 'Unwanted' }).click()
    await openPart(page, 'Disable & delete')
    await pressAndConfirm(page, 'Delete', 'Delete')
    await page.getByText('Unwanted was deleted.').waitFor()
    await expectHeading(page, 'Apps')
    expect(await page.getByRole('link', { name: 'Unwanted' }).count()).toBe(0)
    expect(problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
  })

  test('finds an account by its id, suspends, unsuspends and deletes it, each with a reason', PAGES, async () => {
    const { profile } = await signUp({ url: system.url, origin: system.url })
    const { userId } = profile
    const { page, problems } = await openAsAdministrator('/console/people')
    await page.getByLabel('User id').fill('ada@example.com')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('A user id has 32 digits').waitFor()
    await page.getByLabel('User id').fill(userId.toUpperCase().replaceAll('-', ' '))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('a passkey').waitFor()
    const act = async (name: string, reason: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name, exact: true }).click()
    }
    await act('Suspend', 'Reported as stolen.')
    await page.getByText('The account is suspended.').waitFor()
    await page.getByText('Reported as stolen.').waitFor()
    await look(page, 'console-account-suspended')
    await act('Unsuspend', 'The owner called.')
    await page.getByText('The account is active again.').waitFor()

    await page.getByRole('link', { name: 'Audit events of this account' }).click()
    const suspended = page.getByRole('row').filter({ hasText: 'Account suspended' })
    await suspended.getByText('Reported as stolen.').waitFor()
    await suspended.getByRole('link', { name: userId }).click()

    await act('Delete', 'Asked for by letter.')
    await page.getByText('These are not the first eight characters.').waitFor()
    await page.getByLabel('To confirm').fill(userId.slice(0, 8))
    await look(page, 'console-account-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The account was deleted.').waitFor()
    await page.getByLabel('User id').fill(userId)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('No account has this id.').waitFor()
    expect(problems.filter((each) => !each.includes('404'))).toEqual([])
  })

  test('is in English, accessible and no wider than a dark phone, for a reader of Arabic too', PAGES, async () => {
    const clientId = await system.register('Looked at')
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
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
    }
    await visit(`app?client_id=${clientId}`)
    for (const part of ['Test sign-in', 'Errors', 'Description', 'Scopes & texts', 'Secrets & keys', 'Integrate']) {
      await openPart(page, part)
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
      await look(page, `console-app-${part.split(' ')[0]}-phone`)
      await expectNoOverflow(page)
    }
    const paths = ['register', 'people', 'scopes', 'claims', 'resources', 'tokens', 'keys', 'audit', 'health', '']
    for (const path of paths) {
      await visit(path)
      await look(page, `console-${path.split('?')[0]}-phone`)
      await expectNoOverflow(page)
    }
    // The names of deleted apps in the trail.
    expect(problems.filter((each) => !each.includes('404'))).toEqual([])
  })
})
