import { readFileSync } from 'node:fs'
import { codeOf, newDevice, signInByPasskey } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  expectHeading,
  expectNoOverflow,
  findSmallTargets,
  look,
  openPage,
  PAGES,
  shiftOf,
  useBrowser,
} from '../support/browser.ts'
import {
  confirmOnPage,
  newPerson,
  openAccountPage,
  openBrowser,
  openVault,
  openVaultPage,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { coreOf } from '../support/system.ts'

describe('the account', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  const open = (path: string) => openPage(browser, `${system.webUrl}${path}`)
  async function save(page: Page, button: string, within: 'main' | 'dialog' = 'main'): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(within).getByRole('button', { name: button }).first().click(),
    ])
    return readFileSync(await file.path(), 'utf8')
  }
  const pick = (page: Page, content: string) =>
    page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'copy.json', mimeType: 'application/json', buffer: Buffer.from(content) })

  test('refuses a common password, and loads the list of them only then', async () => {
    const { page, problems } = await open('/sign-up')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.getByRole('link', { name: 'Use a password instead' }).click()
    await page.getByText('your recovery key is your only backup').waitFor()
    await page.getByLabel('Username').fill('common@example.com')
    const listsOf = () => loaded.filter((url) => url.includes('guessable-password'))
    expect(listsOf()).toEqual([])
    for (const password of ['correct horse battery staple', 'thisismypassword', 'Das ist mein Passwort']) {
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('This password is easy to guess.').waitFor()
      await page.getByLabel('Password', { exact: true }).fill('')
    }
    // The worker asks twice for the same address: to check it, then to import it.
    expect(new Set(listsOf()).size).toBe(1)
    await look(page, 'account-common-password')
    expect(problems).toEqual([])
  })

  test('is locked after the minutes chosen on this device', async () => {
    const { passkey } = await newPerson(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    await page.clock.install()
    await openVaultPage(page, system)
    await openAccountPage(page)
    const choice = page.getByLabel('Lock after')
    await expect.poll(() => choice.inputValue()).toBe('5')
    await choice.selectOption({ label: '1 minute' })
    await page.clock.fastForward('01:01')
    await page.getByText('Your vault locked after a while without activity.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('countersign.idle-minutes'))).toBe('1')
    expect(problems).toEqual([])
  })

  test('exports a readable and a locked copy, and imports both', async () => {
    const { passkey, recoveryKey } = await newPerson(system, { nickname: 'Countess' })
    const first = await openVault(browser, system, { passkey })
    await openAccountPage(first.page)
    await look(first.page, 'account')
    await first.page.getByRole('button', { name: 'Save: Readable copy' }).click()
    await first.page.getByRole('heading', { name: 'Save without encryption?' }).waitFor()
    await look(first.page, 'account-plain')
    const [plain] = await Promise.all([save(first.page, 'Save readable copy', 'dialog'), confirmOnPage(first.page)])
    expect(plain).toContain('Countess')
    const sealed = await save(first.page, 'Save: Encrypted copy')
    expect(sealed).not.toContain('Countess')
    const [held] = await Promise.all([save(first.page, 'Save: Our records about you'), confirmOnPage(first.page)])
    expect(held).not.toContain('Countess')

    const second = await openVault(browser, system)
    await openAccountPage(second.page)
    await pick(second.page, '{"hello": 1}')
    await second.page.getByText('This file isn’t a copy of a vault.').waitFor()
    await pick(second.page, sealed)
    await second.page.getByLabel('Recovery key of that copy').fill(recoveryKey)
    await second.page.getByRole('button', { name: 'Preview' }).click()
    await second.page.getByText('It adds 1 entry.').waitFor()
    await look(second.page, 'account-import')
    await second.page.getByRole('button', { name: 'Add to my vault' }).click()
    await second.page.getByText('1 entry was added to your vault.').waitFor()
    await pick(second.page, plain)
    await second.page.getByText('Everything in it is already in your vault').waitFor()
    expect([...first.problems, ...second.problems]).toEqual([])
  })

  test('mails about security changes once an address was shown to be theirs: a new device, with no way in', async () => {
    const { device, passkey } = await newPerson(system)
    await device.saveProfile({ values: { email: 'ada.mail@example.org' } })
    const { page, problems } = await openVault(browser, system, { passkey })
    const mailsTo = (to: string) => system.mails().filter((mail) => mail.to === to)
    const shift = await shiftOf(page, {
      held: '**/api/account/security-contact/',
      open: async () => {
        await openAccountPage(page)
        await expectHeading(page, 'Your account')
      },
      come: () => page.getByRole('button', { name: 'Turn on' }).waitFor(),
    })
    expect(shift).toBeLessThanOrEqual(0.05)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('The service then knows this address.').waitFor()
    expect(await page.getByRole('dialog').getByLabel('Email').inputValue()).toBe('ada.mail@example.org')
    await look(page, 'account-security-mail')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText('We sent a code to ada.mail@example.org').waitFor()
    const code = /(?<!\d)\d{6}(?!\d)/.exec(mailsTo('ada.mail@example.org')[0]?.text ?? '')?.[0] ?? ''
    await page.getByLabel('Code from the message').fill(code)
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await confirmOnPage(page)
    await page.getByText('Emails go to ada.mail@example.org.').waitFor()
    await look(page, 'account-security-mail-on')

    await signInByPasskey(newDevice(coreOf(system)), passkey)
    const told = () => mailsTo('ada.mail@example.org').find(({ text }) => text.includes('Signed in on a new device'))
    await expect.poll(told).toBeDefined()
    expect(told()?.text).toContain(`open ${new URL(system.webUrl).origin}/sessions`)
    expect(told()?.html).toBeUndefined()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await confirmOnPage(page)
    await page.getByText('the service has forgotten the address').waitFor()
    expect(problems).toEqual([])
  })

  test('is deleted only after the word is typed, and its passkey opens nothing any more', async () => {
    const { page, problems } = await openVault(browser, system)
    await openAccountPage(page)
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await expectHeading(page, 'Delete your account?')
    await page.goBack()
    await expectHeading(page, 'Your account')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await page.getByRole('button', { name: 'Delete everything now' }).click()
    await page.getByText('Type the word “delete”.').waitFor()
    await look(page, 'account-delete')
    await page.getByLabel('Type “delete” to confirm').fill('Delete')
    await page.getByRole('button', { name: 'Delete everything now' }).dblclick()
    await confirmOnPage(page)
    await expectHeading(page, 'Your account is deleted')
    await look(page, 'account-deleted')
    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await page.getByRole('alert').filter({ hasText: 'passkey' }).waitFor()
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })
})

describe('devices', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  /** A vault that is open in a browser and on another device. */
  async function open() {
    const { device, passkey } = await newPerson(system)
    const opened = await openVault(browser, system, { passkey })
    const expectSignedOut = () => expect(codeOf(device.listMethods({}))).resolves.toBe('invalid_session')
    return { ...opened, expectSignedOut }
  }

  test('are listed, this one marked, and one can be signed out', async () => {
    const { page, problems, expectSignedOut } = await open()
    const shift = await shiftOf(page, {
      held: '**/api/sessions/**',
      open: async () => {
        await page.getByRole('link', { name: 'Devices' }).click()
        await expectHeading(page, 'Devices')
      },
      come: () => page.getByText('This device').waitFor(),
    })
    expect(shift).toBeLessThanOrEqual(0.05)
    await page.getByRole('heading', { name: 'Sign-ins and changes' }).waitFor()
    await page.getByText('Last active: now').first().waitFor()
    await look(page, 'sessions')
    await page
      .getByRole('list')
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await page.getByText('That device was signed out.').waitFor()
    await page.getByText('You aren’t signed in anywhere else.').waitFor()
    await expectSignedOut()
    expect(problems).toEqual([])
  })

  test('lead to the ways that this account has on another one, the recovery key last', async () => {
    const { page, problems } = await open()
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('link', { name: 'See how to sign in there' }).click()
    await expectHeading(page, 'Use another device')
    // A passkey of one device, and no password.
    await page.getByText('add another way to sign in first').waitFor()
    const ways = page.locator('main li h2')
    await expect.poll(() => ways.allInnerTexts()).toEqual(['Scan a code with your phone', 'Use your recovery key'])
    await look(page, 'another-device')
    expect(problems).toEqual([])
  })

  test('offer the ways of this browser to someone who is not signed in, and keep the request of an app', async () => {
    const { page, problems } = await openPage(browser, `${system.webUrl}/another-device?auth_request_id=one`, {
      viewport: { width: 320, height: 640 },
    })
    await page.getByRole('heading', { name: 'Type your password' }).waitFor()
    await expectNoOverflow(page)
    expect(await findSmallTargets(page)).toEqual([])
    await look(page, 'another-device-signed-out')
    const signIn = page.getByRole('link', { name: 'Sign in', exact: true })
    expect(await signIn.getAttribute('href')).toBe('/consent?auth_request_id=one')
    expect(problems).toEqual([])
  })

  test('are all signed out at once, with all apps, after a question', async () => {
    const { page, problems, expectSignedOut } = await open()
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByRole('heading', { name: 'Sign out all other devices?' }).waitFor()
    await page.getByLabel(/Also end access for all apps/).check()
    await look(page, 'sessions-end-others')
    const ended = page.waitForRequest((request) => request.url().endsWith('/api/sessions/?apps=true'))
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click()
    await ended
    await page.getByText('The other device was signed out.').waitFor()
    await expectSignedOut()
    expect(problems).toEqual([])
  })
})
