import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { confirmOnPage, fillClaim, openBrowser, saveVault, signInOnPage, signUpToVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const PASSWORD = 'violet kettle sleeps in orbit'
const OFFER = 'Use a passkey next time'

describe('a passkey', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  /** A page after a sign-up and then a sign-in by password. */
  async function signInByPassword(login: string) {
    const { page, problems } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system, { login, password: PASSWORD })
    await expectHeading(page, 'Your vault')
    expect(await page.getByText(OFFER).count()).toBe(0)
    const signIn = async () => {
      await page.goto(`${system.webUrl}/sign-in`)
      await signInOnPage(page, { login, password: PASSWORD })
      await expectHeading(page, 'Your vault')
    }
    await signIn()
    return { page, problems, authenticator, signIn }
  }

  test('is offered after a sign-in by password, made by one press and the password, and gets a new name', async () => {
    const { page, problems, authenticator, signIn } = await signInByPassword('offer@example.com')
    await page.getByText(OFFER).waitFor()
    await look(page, 'passkey-offer')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await confirmOnPage(page, PASSWORD)
    await page.getByText('Passkey added.').waitFor()
    expect(await authenticator.count()).toBe(1)
    await fillClaim(page, 'Full name', 'Ada King')
    await saveVault(page)
    await expect.poll(() => authenticator.names()).toEqual(['Ada King'])
    await signIn()
    expect(await page.getByText(OFFER).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('that is declined is not offered again on this device', async () => {
    const { page, problems, signIn } = await signInByPassword('decline@example.com')
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByText(OFFER).waitFor({ state: 'detached' })
    await signIn()
    expect(await page.getByText(OFFER).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('is explained to a manager’s user, who then finds the sign-in methods and the forms', async () => {
    const { page, problems } = await signInByPassword('manager@example.com')
    await page.goto(`${system.webUrl}/methods#about-passkeys`)
    await expectHeading(page, 'Passkeys open your vault')
    await look(page, 'about-passkeys')
    await page.getByRole('button', { name: 'Sign-in methods' }).click()
    await signInOnPage(page, { login: 'manager@example.com', password: PASSWORD })
    await expectHeading(page, 'Sign-in methods')
    const endpoints = await page.evaluate(async () => (await fetch('/.well-known/passkey-endpoints')).json())
    await page.goto(endpoints.enroll)
    await page.reload()
    await signInOnPage(page, { login: 'manager@example.com', password: PASSWORD })
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.goto(`${system.webUrl}/.well-known/change-password`)
    await signInOnPage(page, { login: 'manager@example.com', password: PASSWORD })
    await expectHeading(page, 'Change password')
    expect(new URL(page.url()).hash).toBe('')
    expect(problems).toEqual([])
  })
})
