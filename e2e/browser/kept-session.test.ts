import { newDevice } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, expectNoOverflow, look, PAGES, shiftOf, useBrowser } from '../support/browser.ts'
import {
  approveOnPage,
  chooseLanguageInMenu,
  fillClaim,
  newPerson,
  openAccountPage,
  openBrowser,
  openNewVault,
  openVault,
  openVaultPage,
  saveVault,
  signInByPasskeyOnPage,
  signOutOnPage,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { coreOf } from '../support/system.ts'

/** On a wide screen, on a phone in the dark, and from right to left on the narrowest one. */
async function lookAtNotices(page: Page): Promise<void> {
  await look(page, 'notices')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await look(page, 'notices-dark-phone')
  await chooseLanguageInMenu(page, 'ar')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('heading', { name: 'الجديد منذ زيارتك الأخيرة' }).waitFor()
  await expectNoOverflow(page)
  await look(page, 'notices-arabic')
  await chooseLanguageInMenu(page, 'en')
  await page.getByRole('heading', { name: 'New since you were last here' }).waitFor()
}

const PASSWORD = 'violet kettle sleeps in orbit'

describe('a user whom the browser knows', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('opens the vault of the next page by one press and one gesture, and core sees no sign-in', async () => {
    const { page, problems } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system)
    await fillClaim(page, 'Full name', 'Ada Lovelace')
    await saveVault(page)
    const seen: string[] = []
    page.on('request', (request) => {
      if (/\/api\/session\/.+\//.test(request.url())) seen.push(request.url())
    })
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByText('Welcome back').waitFor()
    await page.getByText('Ada Lovelace').waitFor()
    await look(page, 'welcome-back-passkey')
    const used = authenticator.uses()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
    expect(authenticator.uses()).toBe(used + 1)
    expect(seen).toEqual([])
    expect(problems).toEqual([])
  })

  test('is signed in again by prompt=none, with the same auth_time', async () => {
    const { page, problems } = await openVault(browser, system)
    const app = await registerApp(system, { name: 'Books', scopes: { openid: {} } })
    expect(await errorOf(page, app)).toBe('consent_required')
    const first = await app.begin()
    await page.goto(first.url)
    await signInByPasskeyOnPage(page)
    await approveOnPage(page)
    const before = await first.finish(page)
    const again = await app.begin()
    await page.goto(`${again.url}&prompt=none`)
    await expectHeading(page, 'The app')
    const after = await again.finish(page)
    expect([after.subject, authTimeOf(after)]).toEqual([before.subject, authTimeOf(before)])
    expect(await errorOf(page, app, '&max_age=0')).toBe('login_required')
    expect(problems).toEqual([])
    const stranger = await openBrowser(browser)
    expect(await errorOf(stranger.page, app)).toBe('login_required')
  })

  async function errorOf(page: Page, app: AskingApp, more = '') {
    await page.goto(`${(await app.begin()).url}&prompt=none${more}`)
    await expectHeading(page, 'The app')
    return new URL(page.url()).searchParams.get('error')
  }

  test('is forgotten by "Not you?" and by signing out, and another may sign in', async () => {
    const { page, problems } = await openVault(browser, system)
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Not you?' }).click()
    await page.getByLabel('Username').waitFor()
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
    await signOutOnPage(page)
    await page.getByText('You’re signed out').waitFor()
    expect(await readSessions(page)).toBe('[]')
    expect(problems).toEqual([])
  })

  test('is told after a recovery on another device what happened, on every page, until they dismiss it', async () => {
    const { page, problems, recoveryKey } = await openNewVault(browser, system)
    // News count from the first look.
    await page.waitForFunction(() => Object.values(localStorage).some((kept: string) => kept.includes('"seen":')))
    const rescue = newDevice(coreOf(system), { name: 'Firefox on Windows' })
    await rescue.signInByRecoveryKey({ recoveryKey })
    await rescue.prepareRecoveryKey({})
    await rescue.recoverByPassword({ login: 'rescued@example.com', password: PASSWORD })
    await page.goto(`${system.webUrl}/sign-in`)
    // The recovery has ended the session: this is a new sign-in.
    await page.getByLabel('Username').waitFor()
    const notices = page.locator('section', {
      has: page.getByRole('heading', { name: 'New since you were last here' }),
    })
    const shift = await shiftOf(page, {
      held: '**/api/account/events/**',
      open: async () => {
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await expectHeading(page, 'Your vault')
      },
      come: () => notices.waitFor(),
    })
    expect(shift).toBeLessThanOrEqual(0.05)
    await notices.getByText('Your recovery key was used').waitFor()
    await notices
      .getByRole('listitem')
      .filter({ hasText: 'Recovery key replaced' })
      .getByText(/Firefox on Windows/)
      .waitFor()
    await lookAtNotices(page)
    await openAccountPage(page)
    await expectHeading(page, 'Your account')
    await notices.getByRole('link', { name: 'Check your sign-in methods' }).first().click()
    await expectHeading(page, 'Sign-in methods')
    await notices.getByRole('button', { name: 'Got it' }).click()
    await expect.poll(() => notices.count()).toBe(0)
    await signOutOnPage(page)
    await page.getByText('You’re signed out').waitFor()
    await openVaultPage(page, system)
    await page.getByRole('heading', { name: 'About you' }).waitFor()
    expect(await notices.count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('stays at another way to sign in when core confirms the session late', PAGES, async () => {
    const { page } = await openVault(browser, system)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/session/', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await page.getByLabel('Username').fill('other@example.com')
    const late = page.waitForResponse('**/api/session/')
    answer.resolve()
    await late
    await page.getByLabel('Password', { exact: true }).fill('the wrong one')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('That username or password isn’t right.').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('other@example.com')
  })

  test('signs in anew where the session has ended', PAGES, async () => {
    const { device, passkey } = await newPerson(system)
    const { page } = await openVault(browser, system, { passkey })
    await device.endOtherSessions({ apps: false })
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByLabel('Username').waitFor()
    expect(await page.getByText('Welcome back').count()).toBe(0)
  })

  test('has a key that no script of the page can take away', async () => {
    const { page } = await openVault(browser, system)
    const taken = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('countersign')
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const { keys } = await new Promise<{ keys: CryptoKeyPair }>((resolve) => {
        const request = database.transaction('session').objectStore('session').get('this device')
        request.addEventListener('success', () => resolve(request.result))
      })
      const attempts = (['jwk', 'pkcs8'] as const).map((format) => crypto.subtle.exportKey(format, keys.privateKey))
      return (await Promise.allSettled(attempts)).map(({ status }) => status)
    })
    expect(taken).toEqual(['rejected', 'rejected'])
  })
})

function authTimeOf({ dataToken }: { readonly dataToken: string }): unknown {
  const payload = Buffer.from(dataToken.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { auth_time: number }).auth_time
}

function readSessions(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('countersign')
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('session').objectStore('session').getAll()
          all.addEventListener('success', () => resolve(JSON.stringify(all.result)))
        })
      }),
  )
}
