import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, look, openPage, PAGES, useBrowser } from '../support/browser.ts'
import {
  createAccountOnPage,
  keepRecoveryKey,
  newPerson,
  openVault,
  readRecoveryKey,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

/** `look` finds the passwords of every page that stand without a username; here, which one it is. */
describe('password managers', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  /** Each password's purpose, and the username beside it. */
  const readForms = (page: Page) =>
    page.locator('[type="password"]').evaluateAll((fields: HTMLInputElement[]) =>
      fields.map(({ autocomplete, form }) => {
        const username = form?.querySelector<HTMLInputElement>('[autocomplete^="username"]')
        return [autocomplete, username?.value]
      }),
    )

  test('find the username beside the password of a returning person, of a step-up and of a change', async () => {
    const login = 'managed@example.com'
    const { page, problems } = await openPage(browser, 'about:blank')
    await signUpToVault(page, system, { login, password: PASSWORD })
    await page.goto(`${system.webUrl}/methods`)
    const password = page.getByLabel('Password', { exact: true })
    await password.waitFor()
    expect(await readForms(page)).toEqual([['current-password', login]])
    await look(page, 'managers-welcome-back')
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('New password', { exact: true }).fill('a quite different pass phrase')
    expect(await readForms(page)).toEqual([['new-password', login]])
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.waitFor()
    expect(await readForms(page)).toEqual([
      ['new-password', login],
      ['current-password', login],
    ])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    await look(page, 'managers-step-up')
    expect(problems).toEqual([])
  })

  test('get the username of a changed password from its owner where the browser does not know it', async () => {
    const login = 'unknown-here@example.com'
    const { device, passkey } = await newPerson(system)
    await device.setPassword({ login, password: PASSWORD })
    const { page, problems } = await openVault(browser, system, { passkey })
    await page.goto(`${system.webUrl}/methods`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Username').fill(login)
    await page.getByLabel('New password', { exact: true }).fill('a quite different pass phrase')
    await look(page, 'managers-change')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('Password changed.').waitFor()
    expect(problems).toEqual([])
  })

  test('are offered the recovery key under a name of its own, and fill it in at the sign-in', async () => {
    const { page, problems } = await openPage(browser, 'about:blank')
    await page.addInitScript(() => {
      navigator.credentials.store = async (credential) =>
        void Object.assign(window, { stored: [credential.id, Reflect.get(credential, 'password')] })
    })
    await page.goto(`${system.webUrl}/sign-up`)
    await createAccountOnPage(page, { login: 'saves@example.com', password: PASSWORD })
    await page.getByRole('button', { name: 'Save in your password manager' }).click()
    await page.getByText('Your password manager should ask now.').waitFor()
    await look(page, 'managers-recovery-key')
    const recoveryKey = await readRecoveryKey(page)
    const [id = '', password] = await page.evaluate(() => Reflect.get(window, 'stored') as string[])
    expect(password).toBe(recoveryKey)
    expect(id).toMatch(/^saves@example\.com · Recovery key · /)
    expect(await readForms(page)).toEqual([['new-password', id]])
    await keepRecoveryKey(page)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expectHeading(page, 'Your vault')

    const other = await openPage(browser, `${system.webUrl}/sign-in`)
    await other.page.getByLabel('Username').fill(id)
    await other.page.getByLabel('Password', { exact: true }).fill(recoveryKey)
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectHeading(other.page, 'How do you want to sign in from now on?')
    expect([...problems, ...other.problems]).toEqual([])
  })
})
