import { newAppKey } from '@countersign/data-token/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { signInByPasskeyOnPage } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { newPasskey, openBrowser, openNewVault, saveVault } from '../support/signed-in.ts'

describe('a verified address', () => {
  const system = useSystem()
  const browser = useBrowser()
  let strict: AskingApp
  let claimsDecryptionKey: string
  beforeAll(async () => {
    const key = await newAppKey()
    claimsDecryptionKey = JSON.stringify(key.privateJwk)
    strict = await registerApp(system, {
      name: 'Wildflower Books',
      scopes: { openid: {}, email: { required: true } },
      claimsEncryptionKey: key.publicJwk,
      verifiedClaimsRequired: ['email'],
    })
  })

  const newEmail = () => `${crypto.randomUUID().slice(0, 8)}@example.org`
  const lastCode = () => /(?<!\d)\d{6}(?!\d)/.exec(system.mails()[0]?.text ?? '')?.[0] ?? ''
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

  /** Types a code into the open dialog, once it has been sent. */
  async function typeCode(page: Page, code: () => string): Promise<void> {
    await page.getByText('The code is on its way.').waitFor()
    await page.getByLabel('Code from the message').fill(code())
    await button(page, 'Confirm').click()
  }

  /** A new person in their vault, with an address in it. */
  async function open(email: string) {
    const passkey = newPasskey(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    await openNewVault(page, system)
    await page.getByLabel('E-mail address', { exact: true }).fill(email)
    await saveVault(page)
    return { page, problems, passkey }
  }

  test('is shown in the vault, once the code was typed that went there, until it is edited', async () => {
    const email = newEmail()
    const { page, problems } = await open(email)
    await button(page, `Verify E-mail address ${email}`).click()
    await page.getByRole('heading', { name: 'Verify: E-mail address' }).waitFor()
    await page.getByText('The code is on its way.').waitFor()
    const sentCodes = system.mails().length
    await button(page, 'Cancel').click()
    await button(page, `Verify E-mail address ${email}`).click()
    await typeCode(page, () => (lastCode() === '000000' ? '000001' : '000000'))
    expect(system.mails()).toHaveLength(sentCodes)
    await page.getByText('That is not the code that was sent.').waitFor()
    await look(page, 'verify-wrong-code')
    await page.getByLabel('Code from the message').fill(`${lastCode().slice(0, 3)} ${lastCode().slice(3)}`)
    await button(page, 'Confirm').click()
    await page.getByText(/^Verified on /).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await look(page, 'vault-verified')

    await page.getByLabel('E-mail address', { exact: true }).fill('eve@example.org')
    await expect.poll(() => page.getByText(/^Verified on /).count()).toBe(0)
    await saveVault(page)
    await button(page, 'Verify E-mail address eve@example.org').waitFor()
    expect(problems).toEqual([])
  })

  test('is verified on the spot where an app takes no other, and the app reads that it is', async () => {
    const email = newEmail()
    const { page, passkey } = await open(email)
    await page.context().close()
    const other = await openBrowser(browser, { passkey })
    const flow = await strict.begin({ claimsDecryptionKey })
    await other.page.goto(flow.url)
    await signInByPasskeyOnPage(other.page)
    await other.page.getByText('Wildflower Books takes this only if it is verified.').waitFor()
    // It comes once core has said what it can verify.
    await button(other.page, `Verify E-mail address ${email}`).waitFor()
    await button(other.page, 'Approve').click()
    await other.page.getByText('Verify “E-mail address” first').waitFor()
    await look(other.page, 'consent-unverified')
    const focused = () => other.page.evaluate(() => document.activeElement?.getAttribute('name'))
    expect(await focused()).toBe('verify-email')
    await button(other.page, `Verify E-mail address ${email}`).click()
    await typeCode(other.page, lastCode)
    await other.page.getByText(/^Verified on /).waitFor()
    await look(other.page, 'consent-verified')
    await button(other.page, 'Approve').click()
    await expectHeading(other.page, 'The app')
    expect(await flow.finish(other.page)).toMatchObject({
      claims: { email },
      emailVerified: true,
      verifications: { email: { method: 'email_code' } },
    })
    expect(other.problems).toEqual([])
  })

  test('is saved first where it was typed on the page of such a request', async () => {
    const email = newEmail()
    const { page } = await openBrowser(browser, { passkey: newPasskey(system) })
    await openNewVault(page, system)
    const flow = await strict.begin({ claimsDecryptionKey })
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByLabel('E-mail address', { exact: true }).fill(email)
    await button(page, 'Approve').click()
    await button(page, `Verify E-mail address ${email}`).click()
    await typeCode(page, lastCode)
    await page.getByText(/^Verified on /).waitFor()
    await button(page, 'Approve').click()
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).emailVerified).toBe(true)
  })

  test('is not what cannot be sent to, which is said', async () => {
    const { page } = await open('ada%engines.example@relay.example')
    await button(page, 'Verify E-mail address ada%engines.example@relay.example').click()
    await page.getByText('No code can be sent there.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
