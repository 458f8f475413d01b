import { createAuthenticator, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { countGestures } from '../bench/visits.ts'
import { expectNoOverflow, look, useBrowser } from '../support/browser.ts'
import { startFirstDemo } from '../support/demo.ts'
import {
  approveFirstOnPage,
  createAccountByPasskeyOnPage,
  fillClaim,
  openBrowser,
  saveVault,
  shownValues,
  signInByPasskeyOnPage,
  signOutOnPage,
  tabTo,
} from '../support/person.ts'
import { lend } from '../support/shared.ts'

describe('the first steps of the README', () => {
  const demo = startBeforeAll(startFirstDemo)
  const browser = useBrowser()
  const passkey = lend(async () => createAuthenticator({ origin: demo.url }))

  async function open(url: string) {
    const opened = await openBrowser(browser, { passkey })
    await opened.page.goto(url)
    return opened
  }

  test('a newcomer signs in, creates an account, approves in five clicks and sees the claims', async () => {
    const { page, problems } = await open(demo.appUrl)
    const gestures = await countGestures(page.context(), demo.appUrl)
    await page.reload()
    const at = (name: string) => look(page, `newcomer-${name}`)
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.url(), request.postData() ?? ''))

    await at('app')
    await page.getByRole('link', { name: /Sign in/ }).click()
    await createAccountByPasskeyOnPage(page)

    await page.getByRole('heading', { name: 'Page & Spine asks for some of your data' }).waitFor()
    for (const [label, value] of [
      ['Email address', 'ada@example.com'],
      ['Full name', 'Ada Lovelace'],
    ] as const) {
      const add = page.getByRole('button', { name: new RegExp(`^Add .*${label}`, 'i') })
      if (await add.isVisible()) await add.click()
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByText('Encrypted: only Page & Spine can read it').waitFor()
    await approveFirstOnPage(page)

    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    expect(page.url()).toBe(`${demo.appUrl}/`)
    expect(gestures().clicks).toBe(5)
    await at('claims')
    await page.setViewportSize({ width: 360, height: 740 })
    const lines = await page.locator('dd', { hasText: 'ada@example.com' }).evaluate((value) => {
      const range = document.createRange()
      range.selectNode(value.firstChild ?? value)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    await page.setViewportSize({ width: 1280, height: 720 })
    const shown = await page.locator('main').innerText()
    expect(shown).toContain('ada@example.com')
    expect(shown).toContain('Ada Lovelace')
    expect(shown).toContain('No one on the way could read them')
    expect(sent.join()).toContain('claims_jwe')
    expect(sent.join()).not.toContain('Lovelace')

    await page.getByText('For developers', { exact: true }).click()
    await at('for-developers')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await at('for-developers-phone')
    await expectNoOverflow(page)
    expect(problems).toEqual([])
  })

  test('values typed on the consent page are in the vault, which can be edited', async () => {
    const { page, problems } = await open(demo.url)
    await look(page, 'account-home')
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await signInByPasskeyOnPage(page)
    await page.getByRole('heading', { name: 'Your vault', exact: true }).waitFor()
    await expect.poll(() => shownValues(page, 'Email address')).toEqual(['ada@example.com'])
    await fillClaim(page, 'Nickname', 'Countess')
    await saveVault(page)
    await signOutOnPage(page)
    await page.getByText('You’re signed out').waitFor()
    expect(problems).toEqual([])
  })

  test('a returning user shares less by keyboard alone', async () => {
    const { page, problems } = await open(demo.appUrl)
    const press = async (name: RegExp) => {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    }
    await press(/^Sign in/)
    await page.getByRole('heading', { name: 'An app is waiting' }).waitFor()
    await press(/^Sign in with a passkey/)
    await page.getByRole('heading', { name: 'Page & Spine asks for some of your data' }).waitFor()
    await tabTo(page, /Profile/)
    await page.keyboard.press('Space')
    await press(/^Approve/)
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    const shown = await page.locator('main').innerText()
    expect(shown).toContain('ada@example.com')
    expect(shown).not.toContain('Ada Lovelace')
    expect(problems).toEqual([])
  })

  test('a denial is one click, and the app is told', async () => {
    const { page, problems } = await open(demo.appUrl)
    await page.getByRole('link', { name: /Sign in/ }).click()
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(`${demo.appUrl}/**`)
    await page.getByRole('link', { name: 'Sign in again' }).waitFor()
    await look(page, 'denied')
    expect(problems).toEqual([])
  })

  test('a degree of Demo University goes into the vault, and the app says who has issued it', async () => {
    const { page, problems } = await open(`${demo.url}/demo-university`)
    await look(page, 'university')
    await page.getByRole('button', { name: 'Issue it' }).click()
    const code = await page.locator('code').innerText()
    await look(page, 'university-offer')
    await page.goto((await page.getByRole('link', { name: 'Add it to your vault' }).getAttribute('href')) ?? '')
    await signInByPasskeyOnPage(page)
    await page.getByLabel('Code from the issuer').fill(code)
    await page.getByRole('button', { name: 'Add to my vault' }).click()
    await page.getByRole('heading', { name: 'Added to your vault' }).waitFor()

    await page.goto(demo.appUrl)
    await page.getByRole('link', { name: 'Sign in with Countersign' }).click()
    await signInByPasskeyOnPage(page)
    // A new scope of a known app starts off.
    await page.getByRole('switch', { name: 'Share University degree' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    expect(await page.locator('main').innerText()).toMatch(/BSc Mathematics\s+✓ issued by Demo University/)
    expect(problems).toEqual([])
  })
})
