import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { openBrowser, signInOnPage, signUpToVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { relyingApp } from '../support/start-flow.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

describe('a step-up right after a sign-in', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('asks for the passkey, and does nothing when it is declined', async () => {
    const { page } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system)
    await page.getByRole('link', { name: 'Sign-in methods' }).click()
    await expectHeading(page, 'Sign-in methods')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Second')
    await authenticator.setAgreeing(false)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    await page.getByText('Add a passkey: confirm that this is what you want. It counts for this alone.').waitFor()
    await look(page, 'step-up-passkey')
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('No passkey was used. Try again, or cancel.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Confirm that it is you to do this.').waitFor()
  })

  test('asks for the password where there is no passkey, refuses a wrong one, and goes on with the right one', async () => {
    const { page } = await openBrowser(browser)
    await signUpToVault(page, system, { login: 'stale@example.com', password: PASSWORD })
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Save: What the service holds about you' }).click()
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill('not the right password')
    await page.getByRole('button', { name: 'Confirm with your password' }).click()
    await page.getByText('The login name or the password is not right.').waitFor()
    await look(page, 'step-up-password')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Confirm with your password' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^localhost-account-\d{4}-\d{2}-\d{2}\.json$/)
    await page.getByText('The file was saved.').waitFor()
  })

  test('asks for the password again where the service replaces its secrets, and changes nothing before', async () => {
    const { page } = await openBrowser(browser)
    const person = { login: 'renewed@example.com', password: PASSWORD }
    await signUpToVault(page, system, person)
    // As core says it while an operator rotates OPAQUE_SERVER_SETUP.
    await page.context().route('**/api/session/password/finish/', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), needs_new_password_record: true } })
    })
    const changes: string[] = []
    page.context().on('request', (request) => {
      if (request.url().endsWith('/api/account/methods/changes/')) changes.push(request.url())
    })
    await page.goto((await relyingApp(system).beginSignIn()).url)
    await signInOnPage(page, person)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('heading', { name: 'Confirm your password' }).waitFor()
    await look(page, 'renew-password')
    expect(changes).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm with your password' }).click()
    await page.getByText('Your password keeps opening your vault.').waitFor()
    expect(changes).toHaveLength(1)

    await page.goto(`${system.webUrl}/sign-in`)
    await signInOnPage(page, person)
    await expectHeading(page, 'Your vault')
    await page.getByRole('heading', { name: 'Confirm your password' }).waitFor()
  })
})
