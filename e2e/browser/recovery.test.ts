import { signUpByPassword } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, openPage, PAGES, useBrowser } from '../support/browser.ts'
import {
  confirmOnPage,
  createAccountByPasskeyOnPage,
  keepRecoveryKey,
  newPerson,
  openVault,
  readRecoveryKey,
  signInOnPage,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { coreOf } from '../support/system.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

describe('the recovery key', () => {
  const system = useSystem()
  const browser = useBrowser()

  const permissions = ['clipboard-read', 'clipboard-write']
  const open = (path: string) => openPage(browser, `${system.webUrl}${path}`, { permissions })

  /** Types a key the way people copy it: small letters, spaces, O for 0. */
  async function enter(page: Page, recoveryKey: string): Promise<void> {
    await page.getByRole('link', { name: 'Use your recovery key' }).click()
    await expectHeading(page, 'Use your recovery key')
    await page.getByLabel('Recovery key').fill(recoveryKey.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))
    await page.getByRole('button', { name: 'Open my vault' }).click()
  }

  test('can be copied and downloaded, and names its service', PAGES, async () => {
    const { page, problems } = await open('/sign-up')
    await addAuthenticator(page)
    await createAccountByPasskeyOnPage(page)
    await expectHeading(page, 'Save your recovery key')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^(?:[0-9A-Z]{4}-){8}[0-9A-Z]{4}$/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    const content = Buffer.concat(chunks).toString('utf8')
    expect(content).toContain(copied)
    expect(content).toContain(new URL(system.webUrl).host)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText('Opens the vault at').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(false)
    expect(problems).toEqual([])
  })

  test('refuses wrong groups, is shown again, and is replaced for a user who left', PAGES, async () => {
    const { page, problems } = await open('/sign-up')
    await addAuthenticator(page)
    await createAccountByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('That doesn’t match your key.').first().waitFor()
    await expectHeading(page, 'Check your copy')
    expect(await page.locator('main').innerText()).not.toContain('You won’t see it again.')
    await look(page, 'recovery-check-wrong')
    await page.getByRole('button', { name: 'Show the key again' }).click()
    const unconfirmed = await readRecoveryKey(page)

    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This is a new key.').waitFor()
    expect(await keepRecoveryKey(page)).not.toBe(unconfirmed)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await confirmOnPage(page)
    await expectHeading(page, 'Your vault')

    await page.goto(`${system.webUrl}/recovery`)
    await page.getByLabel('Recovery key').fill(unconfirmed)
    await page.getByRole('button', { name: 'Open my vault' }).click()
    await page.getByText('No account here has this recovery key.').waitFor()
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })

  test('opens the vault of a user without the password, and gives way to a new one', async () => {
    const credentials = { login: 'lost@example.com', password: PASSWORD }
    const { recoveryKey } = await signUpByPassword(coreOf(system), credentials)
    const { page, problems } = await open('/sign-in')
    await enter(page, 'AAAA-BBBB')
    await page.getByText('This isn’t a recovery key.').waitFor()
    await look(page, 'recovery-wrong')
    await page.goto(`${system.webUrl}/sign-in`)
    await enter(page, recoveryKey)
    await expectHeading(page, 'How do you want to sign in from now on?')
    await look(page, 'recovery-method')
    await page.getByLabel('Username').fill(credentials.login)
    await page.getByLabel('New password', { exact: true }).fill('a quite different pass phrase')
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await keepRecoveryKey(page)
    await page.getByRole('button', { name: 'Set password and finish' }).click()
    await expectHeading(page, 'You’re back in')
    await page.getByText('Older passkeys still open your vault.').waitFor()
    await look(page, 'recovery-done')
    await page.getByRole('link', { name: 'Continue' }).click()
    await expectHeading(page, 'Your vault')

    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await enter(page, recoveryKey)
    await page.getByText('No account here has this recovery key.').waitFor()
    await page.goto(`${system.webUrl}/sign-in`)
    await signInOnPage(page, { ...credentials, password: 'a quite different pass phrase' })
    await expectHeading(page, 'Your vault')
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })

  test('opens the vault of a user without the only passkey, on another device', PAGES, async () => {
    const { passkey, recoveryKey } = await newPerson(system)
    const first = await openVault(browser, system, { passkey })
    const second = await open('/sign-in')
    await addAuthenticator(second.page)
    await enter(second.page, recoveryKey)
    await second.page.getByRole('button', { name: 'Create a new passkey' }).click()
    await keepRecoveryKey(second.page)
    await second.page.getByRole('button', { name: 'Create passkey and finish' }).click()
    await expectHeading(second.page, 'You’re back in')
    await second.page.getByText('Older passkeys, and your password if you have one, still open your vault.').waitFor()
    await second.page.getByRole('link', { name: 'Go to sign-in methods' }).click()
    await expectHeading(second.page, 'Sign-in methods')
    await expect.poll(() => second.page.getByRole('button', { name: /^Remove/ }).count()).toBe(2)

    // The first device is signed out by that, and says so as soon as it asks for anything.
    await first.page.getByRole('link', { name: 'Devices' }).click()
    await first.page.getByText('Your session has ended.').waitFor()
    await look(first.page, 'session-ended')
    expect(second.problems).toEqual([])
  })

  test('can be replaced, and only the new one counts then', PAGES, async () => {
    const { page, problems } = await openVault(browser, system)
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
    await page.getByRole('button', { name: 'Get a new recovery key' }).click()
    await look(page, 'recovery-replace')
    await page.getByRole('button', { name: 'Continue' }).click()
    await keepRecoveryKey(page)
    await page.getByRole('button', { name: 'Use this key from now on' }).click()
    await confirmOnPage(page)
    await page.getByText('Your new recovery key works.').waitFor()
    expect(problems).toEqual([])
  })
})
