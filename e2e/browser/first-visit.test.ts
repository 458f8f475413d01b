import { signUpByPassword } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, PAGES, shiftOf, useBrowser } from '../support/browser.ts'
import {
  approveFirstOnPage,
  confirmOnPage,
  createAccountByPasskeyOnPage,
  createAccountOnPage,
  keepRecoveryKey,
  newPasskey,
  openBrowser,
  readRecoveryKey,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { coreOf } from '../support/system.ts'

const PASSWORD = 'violet kettle sleeps in orbit'
const CONSENT = 'Wildflower Books asks for some of your data'

describe('a first visit', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {}, profile: {} } })

  /** Arrives from an app whose people are new. */
  async function arrive() {
    const flow = await app.begin()
    const { page, problems } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    const pages: string[] = []
    await page.exposeFunction('notePage', (title: string) => pages.push(title))
    await page.addInitScript(notePages)
    await page.goto(flow.url)
    await page.getByRole('heading', { name: 'New here?' }).waitFor()
    return { page, pages, authenticator, problems, flow }
  }

  test('by passkey is three pages: the recovery key comes with the approval, and the app waits for it', async () => {
    const { page, pages, authenticator, problems, flow } = await arrive()
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.url(), request.postData() ?? ''))
    await look(page, 'first-visit-passkey')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('Enter a name, so you can find this passkey again.').waitFor()
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Create a passkey' }).click()

    await expectHeading(page, CONSENT)
    expect(await authenticator.names()).toEqual(['Ada Lovelace'])
    // Proposed, and in no vault before it is approved.
    await expect.poll(() => page.getByLabel('Full name', { exact: true }).inputValue()).toBe('Ada Lovelace')
    await page.getByLabel('Email address', { exact: true }).fill('ada@example.org')

    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'Save your recovery key')
    expect(sent.some((text) => text.includes('/attest-data/'))).toBe(false)
    // Going back shares nothing, and shows the same key again.
    const shown = await readRecoveryKey(page)
    await page.getByRole('button', { name: 'Back' }).click()
    await expectHeading(page, CONSENT)
    expect(await approveFirstOnPage(page, (name) => look(page, `first-visit-${name}`))).toBe(shown)
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.org' })
    expect(new Set(pages)).toEqual(
      new Set([
        'An app is waiting for your approval',
        CONSENT,
        // One page: the key, then its check.
        'Save your recovery key',
        'Check your copy',
      ]),
    )
    // The passkey's name, the values and the key stay on this side.
    expect(sent.join()).not.toContain(shown)
    expect(problems).toEqual([])
  })

  test.each([
    ['a phone', { width: 390, height: 844 }],
    ['a desktop', { width: 1280, height: 800 }],
  ])('is offered a sign-up beside the sign-in, which moves nothing, on %s', PAGES, async (_case, viewport) => {
    const { page } = await openBrowser(browser, { viewport })
    const { url } = await app.begin()
    const shift = await shiftOf(page, {
      held: '**/assets/newcomer-card-*.js',
      open: async () => {
        await page.goto(url)
        await page.getByRole('button', { name: 'Use your password' }).waitFor()
      },
      come: () => page.getByLabel('Your name').waitFor(),
    })
    expect(shift).toBeLessThan(0.05)
    // A person who has an account is offered it here too.
    expect(await page.getByLabel('Your name').getAttribute('autocomplete')).toBe('name webauthn')
  })

  test('by password names the error at its field, before an account is made', PAGES, async () => {
    await signUpByPassword(coreOf(system), { login: 'ada', password: PASSWORD })
    const { page, problems } = await arrive()
    const field = page.getByLabel('Username')
    const create = () => page.getByRole('button', { name: 'Create account' }).click()
    await createAccountOnPage(page, { login: 'ab', password: PASSWORD })
    await page.getByText('Use at least 3 characters').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('ADA')
    await create()
    await page.getByText('This username is taken').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill('ada.two')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
    await create()
    await page.getByText('This password is easy to guess.').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByText('Long enough').waitFor()
    expect(await page.getByRole('alert').locator('p').count()).toBe(0)
    await create()
    await expectHeading(page, CONSENT)
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  })

  test('is refused at the first step when too many signed up, and leaves no passkey behind', PAGES, async () => {
    const { page, authenticator } = await arrive()
    await page.route('**/api/account/register/passkey/start/', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '1800' }, json: { code: 'too_many_requests' } }),
    )
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('Try again in 30 minutes').waitFor()
    expect(await authenticator.count()).toBe(0)
  })

  test('whose key is confirmed in another window is told so in this one, and goes back to the request', async () => {
    const { page, problems } = await openBrowser(browser, { passkey: newPasskey(system) })
    const flow = await app.begin()
    await page.goto(flow.url)
    await createAccountByPasskeyOnPage(page)
    await page.getByLabel('Email address', { exact: true }).fill('windows@example.org')
    await page.getByRole('button', { name: 'Approve' }).click()
    await keepRecoveryKey(page)

    const other = await page.context().newPage()
    await other.goto((await app.begin()).url)
    await signInByPasskeyOnPage(other)
    await expectHeading(other, CONSENT)
    await other.getByRole('button', { name: 'Approve' }).click()
    await other.getByText('This is a new key.').waitFor()
    // Going back shows the same key again.
    const shown = await readRecoveryKey(other)
    await other.getByRole('button', { name: 'Back' }).click()
    await expectHeading(other, CONSENT)
    expect(await approveFirstOnPage(other)).toBe(shown)
    await confirmOnPage(other)
    await expectHeading(other, 'The app')

    await page.getByRole('button', { name: 'Confirm and approve' }).click()
    await expectHeading(page, 'You confirmed another key')
    await look(page, 'first-visit-key-replaced')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectHeading(page, CONSENT)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toMatchObject({ email: 'windows@example.org' })
    expect(problems).toEqual([])
  })
})

declare global {
  interface Window {
    notePage(title: string): void
  }
}

/** In the page: tells each heading that waits for a person. */
function notePages(): void {
  const passing = /^(?:Loading|Taking you back|The app$)/
  const note = () => {
    const title = document.querySelector('h1')?.textContent
    if (title && !passing.test(title)) window.notePage(title)
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
}
