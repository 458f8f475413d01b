import { newAppKey } from '@countersign/data-token/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { look, PAGES, useBrowser } from '../support/browser.ts'
import { approveOnPage, fillClaim, newPerson, openRequest, openVault, saveVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

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

  test('is shown as verified in the vault after its code was typed, until it is edited', PAGES, async () => {
    const email = newEmail()
    const { page, problems } = await openVault(browser, system, { values: { email } })
    await button(page, `Verify Email address ${email}`).click()
    await page.getByRole('heading', { name: 'Verify: Email address' }).waitFor()
    await page.getByText('The code is on its way.').waitFor()
    const sentCodes = system.mails().length
    await button(page, 'Cancel').click()
    await button(page, `Verify Email address ${email}`).click()
    await typeCode(page, () => (lastCode() === '000000' ? '000001' : '000000'))
    expect(system.mails()).toHaveLength(sentCodes)
    await page.getByText('That code isn’t right.').waitFor()
    await look(page, 'verify-wrong-code')
    await page.getByLabel('Code from the message').fill(`${lastCode().slice(0, 3)} ${lastCode().slice(3)}`)
    await button(page, 'Confirm').click()
    await page.getByText(/^Verified on /).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await look(page, 'vault-verified')

    await fillClaim(page, 'Email address', 'eve@example.org')
    await expect.poll(() => page.getByText(/^Verified on /).count()).toBe(0)
    await saveVault(page)
    await button(page, 'Verify Email address eve@example.org').waitFor()
    expect(problems).toEqual([])
  })

  test('is verified on the consent page where an app takes no other, and the app reads that', async () => {
    const email = newEmail()
    const { passkey } = await newPerson(system, { email })
    const flow = await strict.begin({ claimsDecryptionKey })
    const { page, problems } = await openRequest(browser, flow.url, { passkey })
    await page.getByText('Wildflower Books accepts this only if it’s verified.').waitFor()
    await button(page, `Verify Email address ${email}`).waitFor()
    await button(page, 'Approve').click()
    await page.getByText('Verify “Email address” first').waitFor()
    await look(page, 'consent-unverified')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    expect(await focused()).toBe('verify-email')
    await button(page, `Verify Email address ${email}`).click()
    await typeCode(page, lastCode)
    await page.getByText(/^Verified on /).waitFor()
    await approveOnPage(page)
    expect(await flow.finish(page)).toMatchObject({
      claims: { email },
      emailVerified: true,
      verifications: { email: { method: 'email_code' } },
    })
    expect(problems).toEqual([])
  })

  test('is saved first where it was typed on the consent page', PAGES, async () => {
    const email = newEmail()
    const { passkey } = await newPerson(system)
    const flow = await strict.begin({ claimsDecryptionKey })
    const { page } = await openRequest(browser, flow.url, { passkey })
    await page.getByLabel('Email address', { exact: true }).fill(email)
    await button(page, 'Approve').click()
    await button(page, `Verify Email address ${email}`).click()
    await typeCode(page, lastCode)
    await page.getByText(/^Verified on /).waitFor()
    await approveOnPage(page)
    expect((await flow.finish(page)).emailVerified).toBe(true)
  })

  test('is refused where no code can be sent', PAGES, async () => {
    const { page } = await openVault(browser, system, { values: { email: 'ada%engines.example@relay.example' } })
    await button(page, 'Verify Email address ada%engines.example@relay.example').click()
    await page.getByText('We can’t send a code there.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
