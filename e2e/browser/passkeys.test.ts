import { newDevice } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  createAccountByPasskeyOnPage,
  newPerson,
  openBrowser,
  readRecoveryKey,
  signInByPasskeyOnPage,
  signInOnPage,
  signUpOnPage,
  tabTo,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { coreOf } from '../support/system.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

describe('passkeys', () => {
  const system = useSystem()
  const browser = useBrowser()

  const countUsers = async () => (await system.providerSql`select from core.accounts`).length

  /** A browser on the sign-up page. */
  async function open() {
    const opened = await openBrowser(browser)
    await opened.page.goto(`${system.webUrl}/sign-up`)
    return opened
  }

  test('make an account without a name or a password, and one gesture opens it again', async () => {
    const { page, problems } = await open()
    const authenticator = await addAuthenticator(page, { isSynced: true })
    await expectHeading(page, 'Create your account')
    await look(page, 'passkeys-sign-up')
    await signUpOnPage(page)
    await expectHeading(page, 'Your vault')
    expect(await authenticator.count()).toBe(1)

    const used = authenticator.uses()
    await page.goto(`${system.webUrl}/methods`)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Sign-in methods')
    expect(authenticator.uses()).toBe(used + 1)
    await page.getByText('Synced between your devices').waitFor()
    await look(page, 'methods-one-passkey')
    expect(problems).toEqual([])
  })

  test('that cannot open a vault are not enrolled, and the password is offered instead', async () => {
    const { page, problems } = await open()
    const users = await countUsers()
    await addAuthenticator(page, { hasPrf: false })
    await createAccountByPasskeyOnPage(page)
    await page.getByText('This passkey can’t open a vault.').waitFor()
    await look(page, 'sign-up-no-prf')
    await page.getByRole('link', { name: 'Use a password instead' }).click()
    await expectHeading(page, 'Choose a username and password')
    expect(await countUsers()).toBe(users)
    expect(problems).toEqual([])
  })

  test('that are declined leave the page where it is, with a quiet note', async () => {
    const { page, problems } = await open()
    const users = await countUsers()
    const refusing = await addAuthenticator(page, { isUserVerified: false })
    await createAccountByPasskeyOnPage(page)
    await page.getByText('No passkey was created, and you don’t have an account yet.').waitFor()
    expect(await countUsers()).toBe(users)
    await look(page, 'sign-up-cancelled')
    await refusing.remove()
    const willing = await addAuthenticator(page)
    await signUpOnPage(page)
    await expectHeading(page, 'Your vault')

    await willing.setAgreeing(false)
    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await page.getByText('No passkey was used.').waitFor()
    await look(page, 'sign-in-cancelled')
    expect(problems).toEqual([])
  })

  test('are not offered by a browser that has none', PAGES, async () => {
    const { page, problems } = await openBrowser(browser)
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    })
    await page.goto(`${system.webUrl}/sign-up`)
    await page.getByText('Passkeys don’t work in this browser').waitFor()
    const login = page.getByLabel('Username')
    await login.waitFor()
    const faceOf = (element: Element) => getComputedStyle(element).fontFamily
    expect(await login.evaluate(faceOf)).toBe(await page.locator('body').evaluate(faceOf))
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByText('Passkeys don’t work in this browser').waitFor()
    await look(page, 'sign-in-no-webauthn')
    expect(problems).toEqual([])
  })

  test('keep working while a password that was tried too often has to wait', PAGES, async () => {
    const { device, passkey } = await newPerson(system)
    const login = 'guessed@example.com'
    await device.setPassword({ login, password: PASSWORD })
    const guesser = newDevice(coreOf(system))
    for (let guesses = 0; guesses < 12; guesses += 1) {
      await guesser.signIn({ login, password: `a wrong guess, number ${guesses}` }).catch(() => undefined)
    }
    const { page, problems } = await openBrowser(browser, { passkey })
    await page.goto(`${system.webUrl}/sign-in`)
    await signInOnPage(page, { login, password: PASSWORD })
    await page.getByText('Too many attempts. You can try your password again at').waitFor()
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
    expect(problems.filter((problem) => !problem.includes('429'))).toEqual([])
  })

  test('fail with a reason while the service is out of reach, and work once it is back', PAGES, async () => {
    const { passkey } = await newPerson(system)
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await page.context().setOffline(true)
    await signInByPasskeyOnPage(page)
    await page
      .getByRole('alert')
      .filter({ hasText: /reach|couldn’t start/ })
      .waitFor()
    await page.context().setOffline(false)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
  })

  test('make an account by keyboard alone', PAGES, async () => {
    const { page, problems } = await open()
    await addAuthenticator(page)
    await expectHeading(page, 'Create your account')
    await tabTo(page, /^Your name/)
    await page.keyboard.type('Ada')
    await tabTo(page, /^Create a passkey$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Save your recovery key' }).waitFor()
    const groups = (await readRecoveryKey(page)).toLowerCase().split('-')
    await tabTo(page, /^I’ve saved it$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your copy' }).waitFor()
    for (const label of await page.locator('label', { hasText: /^Group \d$/ }).allInnerTexts()) {
      await tabTo(page, new RegExp(`^${label}$`))
      await page.keyboard.type(groups[Number(label.at(-1)) - 1] ?? '')
    }
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Your vault')
    expect(problems).toEqual([])
  })

  test('confirm a step-up right after the sign-in, which does nothing when it is declined', PAGES, async () => {
    const { page } = await open()
    const authenticator = await addAuthenticator(page)
    await signUpOnPage(page)
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
    await expectHeading(page, 'Sign-in methods')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Second')
    await authenticator.setAgreeing(false)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    await page.getByText('To add a passkey.').waitFor()
    await look(page, 'step-up-passkey')
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('No passkey was used. Try again, or cancel.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Confirm it’s you to do this.').waitFor()
  })
})
