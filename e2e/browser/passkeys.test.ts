import { startBeforeAll } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, openContext, openPage, useBrowser } from '../support/browser.ts'
import { confirmOnPage } from '../support/confirm-on-page.ts'
import { startDemo } from '../support/demo.ts'
import {
  createAccountByPasskeyOnPage,
  keepRecoveryKey,
  signInOnPage,
  signUpByPasskeyOnPage,
  signUpOnPage,
} from '../support/person.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

describe('passkeys', () => {
  const demo = startBeforeAll(startDemo)
  const browser = useBrowser()

  const open = (path: string) => openPage(browser, `${demo.url}${path}`)
  const at = (page: Page) => (name: string) => look(page, `passkeys-${name}`)

  test('make an account without a name or a password, and one gesture opens it again', async () => {
    const { page, problems } = await open('/sign-up')
    const authenticator = await addAuthenticator(page, { isSynced: true })
    await expectHeading(page, 'Create your account')
    await look(page, 'passkeys-sign-up')
    await signUpByPasskeyOnPage(page, at(page))
    await expectHeading(page, 'Your vault')
    expect(await authenticator.count()).toBe(1)

    await page.reload()
    await page
      .getByRole('button', { name: 'Sign in with a passkey' })
      .or(page.getByRole('link', { name: 'Sign in' }).first())
      .first()
      .waitFor()
    await page.goto(`${demo.url}/methods`)
    await look(page, 'passkeys-sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Sign-in methods')
    await page.getByText('Synchronised between your devices').waitFor()
    await look(page, 'methods-one-passkey')
    expect(problems).toEqual([])
  })

  test('stand beside a password on one account, get a name, and can be removed; the last way in stays', async () => {
    const { page, problems } = await open('/sign-up')
    await signUpOnPage(page, { login: 'both@example.com', password: PASSWORD }, async () => undefined)
    await expectHeading(page, 'Your vault')
    await addAuthenticator(page)
    await page.getByRole('link', { name: 'Sign-in methods' }).click()
    await page.getByText('No passkey yet.').waitFor()
    await look(page, 'methods-password-only')

    await page.getByRole('button', { name: 'Remove Password' }).click()
    await page.getByRole('heading', { name: 'This one has to stay' }).waitFor()
    await look(page, 'methods-last')
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    // What the device is, as a proposal.
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Linux')
    await page.getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Give it a name.').waitFor()
    await page.getByLabel('Name').fill('Laptop')
    await look(page, 'methods-add')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await confirmOnPage(page, PASSWORD)
    await page.getByText('The passkey was added.').waitFor()
    await look(page, 'methods-both')

    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await look(page, 'methods-rename')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Old laptop' }).waitFor()

    await page.getByRole('button', { name: 'Remove Password' }).click()
    await look(page, 'methods-remove')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await confirmOnPage(page)
    await page.getByText('It was removed.').waitFor()
    await page.getByText('No password.').waitFor()

    await page.goto(`${demo.url}/sign-in`)
    await signInOnPage(page, { login: 'both@example.com', password: PASSWORD })
    await page.getByText('The login name or the password is not right.').waitFor()
    await look(page, 'sign-in-wrong')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })

  test('that cannot open a vault are not enrolled, and the password is offered instead', async () => {
    const { page, problems } = await open('/sign-up')
    await addAuthenticator(page, { hasPrf: false })
    await createAccountByPasskeyOnPage(page)
    await page.getByText('This passkey cannot open a vault.').waitFor()
    await look(page, 'sign-up-no-prf')
    await page.getByRole('button', { name: 'Use a password instead' }).click()
    await expectHeading(page, 'Your name and password')
    expect(problems).toEqual([])
  })

  test('need their owner: declined, the page says so quietly and stays where it is', async () => {
    const { page, problems } = await open('/sign-up')
    const refusing = await addAuthenticator(page, { isUserVerified: false })
    await createAccountByPasskeyOnPage(page)
    await page.getByText('No passkey was made, and there is no account yet.').waitFor()
    await look(page, 'sign-up-cancelled')
    await refusing.remove()
    const willing = await addAuthenticator(page)
    await signUpByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')

    await willing.setAgreeing(false)
    await page.goto(`${demo.url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('No passkey was used.').waitFor()
    await look(page, 'sign-in-cancelled')
    expect(problems).toEqual([])
  })

  test('are not offered by a browser that has none', async () => {
    const { context, problems } = await openContext(browser)
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    })
    const page = await context.newPage()
    await page.goto(`${demo.url}/sign-up`)
    await page.getByText('This browser cannot use passkeys here').waitFor()
    const login = page.getByLabel('Login name')
    await login.waitFor()
    const faceOf = (element: Element) => getComputedStyle(element).fontFamily
    expect(await login.evaluate(faceOf)).toBe(await page.locator('body').evaluate(faceOf))
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    await look(page, 'sign-up-no-webauthn')
    await page.goto(`${demo.url}/sign-in`)
    await page.getByText('This browser cannot use passkeys here').waitFor()
    await look(page, 'sign-in-no-webauthn')
    expect(problems).toEqual([])
  })

  test('go on working while a password that was tried too often has to wait', async () => {
    const credentials = { login: 'guessed@example.com', password: PASSWORD }
    const { page, problems } = await open('/sign-up')
    await addAuthenticator(page)
    await signUpOnPage(page, credentials, async () => undefined)
    await page.getByRole('link', { name: 'Sign-in methods' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await confirmOnPage(page, PASSWORD)
    await page.getByText('The passkey was added.').waitFor()
    await page.goto(`${demo.url}/sign-in`)
    const waits = page.getByText('Too many attempts. Your password can be tried again at')
    for (let guesses = 0; guesses < 12 && !(await waits.isVisible()); guesses += 1) {
      await signInOnPage(page, { ...credentials, password: `a wrong guess, number ${guesses}` })
      await page
        .getByRole('alert')
        .filter({ hasText: /not right|Too many/ })
        .waitFor()
    }
    await waits.waitFor()
    await look(page, 'sign-in-throttled')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
    expect(problems.filter((problem) => !/40[13]|429/.test(problem))).toEqual([])
  })

  test('that cannot be asked about because the service is out of reach say so, and work once it is back', async () => {
    const { page } = await open('/sign-up')
    await addAuthenticator(page)
    await signUpByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
    await page.goto(`${demo.url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /reached|could not start/ })
      .waitFor()
    await look(page, 'sign-in-offline')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
  })

  test('all of it by keyboard alone', async () => {
    const { page, problems } = await open('/sign-up')
    await addAuthenticator(page)
    await expectHeading(page, 'Create your account')
    await tabUntil(page, () => document.activeElement instanceof HTMLInputElement)
    await page.keyboard.type('Ada')
    await pressTo(page, 'Create a passkey')
    await page.getByRole('heading', { name: 'Keep your recovery key' }).waitFor()
    const groups = (await page.locator('.recovery-key').innerText()).match(/[0-9A-Z]{4}/g) ?? []
    await pressTo(page, 'I have kept it')
    await page.getByRole('heading', { name: 'Did you keep it?' }).waitFor()
    for (let typed = 0; typed < 2; typed += 1) {
      await tabUntil(page, () => document.activeElement instanceof HTMLInputElement)
      const label = await page.evaluate(
        () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '',
      )
      await page.keyboard.type((groups[Number(/\d/.exec(label)?.[0]) - 1] ?? '').toLowerCase())
      if (typed === 0) await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Your vault')
    expect(problems).toEqual([])
  })

  test('a password that somebody may know is changed together with the key, and every other method is locked out', async () => {
    const { page, problems } = await open('/sign-up')
    await signUpOnPage(page, { login: 'rotate@example.com', password: PASSWORD }, async () => undefined)
    await expectHeading(page, 'Your vault')
    await page.getByLabel('Nickname').fill('Countess')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved in your vault.').waitFor()
    await page.getByRole('link', { name: 'Sign-in methods' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} again`)
    await page.getByLabel('Yes, or I am not sure').check()
    await look(page, 'change-password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectHeading(page, 'Lock everything with a new key')
    await look(page, 'rotate')
    // Whoever stops before the last step hears that nothing was done, and the old password is still the one.
    await page.getByText('Your password has not changed yet').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Nothing was changed: everything opens your vault as before.').waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} again`)
    await page.getByLabel('Yes, or I am not sure').check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectHeading(page, 'Lock everything with a new key')
    await page.getByRole('button', { name: 'Continue' }).click()
    await keepRecoveryKey(page)
    const changed = page.waitForRequest((request) => request.url().endsWith('/api/vault/rotate/'))
    await page.getByRole('button', { name: 'Lock everything now' }).click()
    await confirmOnPage(page, PASSWORD)
    // Password and account key in one.
    expect((await changed).postDataJSON()).toMatchObject({ password: { registration_id: expect.any(String) } })
    await page.getByText('Everything is locked with a new key.').waitFor()
    await look(page, 'rotated')
    await page.getByRole('link', { name: 'Data' }).click()
    await expect.poll(() => page.getByLabel('Nickname').inputValue()).toBe('Countess')
    await page.goto(`${demo.url}/sign-in`)
    await signInOnPage(page, { login: 'rotate@example.com', password: `${PASSWORD} again` })
    await expectHeading(page, 'Your vault')
    expect(problems).toEqual([])
  })
})

async function pressTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    if (focused === name) return page.keyboard.press('Enter')
  }
  throw new Error(`Tab never reached ${name}.`)
}

async function tabUntil(page: Page, isThere: () => boolean): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate(isThere)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never got there.')
}
