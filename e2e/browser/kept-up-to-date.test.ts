import { newAppKey, openWith } from '@countersign/data-token/testing'
import type { Device } from '@countersign/device'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { expectHeading, expectNoOverflow, findSmallTargets, look, PAGES, useBrowser } from '../support/browser.ts'
import { approveOnPage, fillClaim, newPerson, openRequest, openVault, saveVault, tabTo } from '../support/person.ts'
import { release } from '../support/returning.ts'
import { lend, useSystem } from '../support/shared.ts'

const VALUES = { email: 'ada@example.org', name: 'Ada Lovelace' }
const KEPT = { approval: { grant: { keeps_up_to_date: true } }, values: VALUES } as const
const PHONE = { width: 390, height: 844 }

describe('an app that is kept up to date', () => {
  const system = useSystem()
  const browser = useBrowser()
  const key = lend(newAppKey)
  const apps = lend(async () => ({
    books: await register('Page & Spine'),
    shop: await register('Corner Shop'),
    bank: await register('Strict Bank', { verifiedClaimsRequired: ['email'] }),
  }))
  let claimsDecryptionKey: string
  beforeAll(() => {
    claimsDecryptionKey = JSON.stringify(key.privateJwk)
  })

  async function register(name: string, more: Partial<Parameters<typeof registerApp>[1]> = {}): Promise<AskingApp> {
    const scopes = { openid: {}, email: {}, profile: {} }
    const kept = { name, scopes, claimsEncryptionKey: key.publicJwk, keepsUpToDate: true, ...more }
    const app = await registerApp(system, kept)
    return { ...app, begin: (options = {}) => app.begin({ claimsDecryptionKey, ...options }) }
  }

  /** A person who keeps these apps up to date, beside the refresh tokens of the apps. */
  async function keep(...kept: readonly AskingApp[]) {
    const person = await newPerson(system, VALUES)
    if (kept.includes(apps.bank)) await verifyEmail(person.device)
    const refreshTokens: string[] = []
    for (const app of kept) {
      const { redeem } = await release({ system }, { ...person, app, ...KEPT })
      refreshTokens.push((await redeem()).tokens.refreshToken ?? '')
    }
    return { ...person, refreshTokens }
  }

  async function verifyEmail(device: Device): Promise<void> {
    const itemId = (await device.refresh({})).claims.find(({ name }) => name === 'email')?.id ?? ''
    await device.startVerification({ itemId, language: 'en' })
    await device.finishVerification({ code: /(?<!\d)\d{6}(?!\d)/.exec(system.mails()[0]?.text ?? '')?.[0] ?? '' })
  }

  /** The app's next refresh: the claims that came with it, and the next refresh token. */
  async function refresh({ client }: AskingApp, refreshToken: string) {
    const { clientId, clientSecret = '' } = client
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret })
    const response = await fetch(`${system.providerUrl}/oauth/token/`, { method: 'POST', body })
    const answer = (await response.json()) as Readonly<
      Partial<Record<'data_token' | 'refresh_token' | 'error', string>>
    >
    const { data_token: update, refresh_token: next = '', error } = answer
    return { claims: update === undefined ? undefined : await open(update), next, error }
  }

  async function open(update: string): Promise<Readonly<Record<string, string>>> {
    const { claims_jwe: sealed } = JSON.parse(Buffer.from(update.split('.')[1] ?? '', 'base64url').toString())
    return (await openWith(key, sealed)).content.claims
  }

  const rowOf = (page: Page, name: string) =>
    page.locator('main .list-row', { has: page.getByRole('heading', { name, exact: true }) })
  const dialogOf = (page: Page) => page.getByRole('dialog')

  async function openApps(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Apps' }).click()
    await expectHeading(page, 'Connected apps')
  }

  async function changeEmail(page: Page, value: string): Promise<void> {
    await fillClaim(page, 'Email address', value)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }

  test('is so only by choice, and gets a change once its person has seen and confirmed it', async () => {
    const { books } = apps
    const { passkey } = await newPerson(system, VALUES)
    const flow = await books.begin()
    const { page, problems } = await openRequest(browser, flow.url, { passkey })
    const choice = page.getByRole('switch', { name: 'Keep this up to date' })
    expect(await choice.isChecked()).toBe(false)
    await choice.click()
    await look(page, 'consent-up-to-date')
    await approveOnPage(page)
    const { tokens } = await flow.finish(page)

    const { page: vault } = await openVault(browser, system, { passkey })
    await changeEmail(vault, 'ada@home.example')
    const dialog = vault.getByRole('dialog', { name: /Keep .*Page & Spine.* up to date\?/ })
    await dialog.getByText('ada@home.example').waitFor()
    expect(await dialog.innerText()).not.toContain('Ada Lovelace')
    await look(vault, 'updates')
    const before = await refresh(books, tokens.refreshToken ?? '')
    expect(before.claims).toBeUndefined()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await vault
      .getByRole('dialog', { name: 'Your changes' })
      .getByText(/^Sent to .*Page & Spine/)
      .waitFor()
    await look(vault, 'updates-sent')
    await vault.getByRole('button', { name: 'Done' }).click()

    await openApps(vault)
    await expect.poll(() => rowOf(vault, 'Page & Spine').innerText()).toMatch(/Kept up to date\s+Since .*\s+Sent on/)
    const after = await refresh(books, before.next)
    expect(after.claims).toEqual({ ...VALUES, email: 'ada@home.example' })
    expect(problems).toEqual([])
  })

  test('is named with what it gets, and one that gets nothing with the reason', PAGES, async () => {
    const { books, shop, bank } = apps
    const { passkey, refreshTokens } = await keep(books, shop, bank)
    const { page, problems } = await openVault(browser, system, { passkey })
    await changeEmail(page, 'ada@home.example')
    const dialog = dialogOf(page)
    await dialog.getByRole('heading', { name: /Keep .*Corner Shop.* and .*Page & Spine.* up to date/ }).waitFor()
    expect(await dialog.getByText('ada@home.example').count()).toBe(2)
    await dialog.getByText('Verify “Email address” first: Strict Bank accepts it only if it’s verified.').waitFor()
    expect(await dialog.getByRole('switch', { name: 'Send to Strict Bank' }).count()).toBe(0)
    await page.setViewportSize(PHONE)
    await look(page, 'updates-phone')
    expect(await findSmallTargets(page)).toEqual([])
    await expectNoOverflow(page)

    await dialog.getByRole('switch', { name: 'Send to Corner Shop' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText(/^Sent to \u2068Page & Spine\u2069\.$/).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Done')
    await page.keyboard.press('Enter')
    await openApps(page)
    await expect.poll(() => rowOf(page, 'Page & Spine').innerText()).toContain('not fetched yet')
    expect(await rowOf(page, 'Corner Shop').innerText()).toContain('Has an older value')
    expect(await rowOf(page, 'Strict Bank').innerText()).toContain('Verify “Email address” first')
    await look(page, 'apps-up-to-date')
    expect(await findSmallTargets(page)).toEqual([])
    await expectNoOverflow(page)

    const [ofBooks = '', ofShop = ''] = refreshTokens
    expect((await refresh(books, ofBooks)).claims).toEqual({ ...VALUES, email: 'ada@home.example' })
    expect((await refresh(shop, ofShop)).claims).toBeUndefined()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: /^Update sent to .*Page & Spine/ }).waitFor()
    expect(await page.getByRole('heading', { name: /^Update sent/ }).count()).toBe(1)
    await look(page, 'activity-update')
    await page.getByRole('button', { name: 'Receipt Page & Spine' }).first().click()
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect.poll(() => receipt.innerText()).toMatch(/Sent with\s+Chrome on Linux[\s\S]*ada@home\.example/)
    await openApps(page)
    await expect.poll(() => rowOf(page, 'Page & Spine').innerText()).toContain('Up to date: fetched what you sent on')
    expect(problems).toEqual([])
  })

  test('keeps its older value after “Not now”, gets it from the list, and no more after a stop', PAGES, async () => {
    const { shop } = apps
    const { passkey, refreshTokens } = await keep(shop)
    const { page, problems } = await openVault(browser, system, { passkey })
    await changeEmail(page, 'ada@home.example')
    const dialog = dialogOf(page)
    await dialog.getByText('ada@home.example').waitFor()
    await tabTo(page, /^Not now$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    // Declined once: another change is not a reason to ask for this one again.
    await fillClaim(page, 'Nickname', 'Countess')
    await saveVault(page)
    await openApps(page)
    const row = rowOf(page, 'Corner Shop')
    await row.getByRole('button', { name: 'Send now Corner Shop' }).click()
    await dialog.getByText('ada@home.example').waitFor()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await row.getByText('not fetched yet').waitFor()
    const { claims, next } = await refresh(shop, refreshTokens[0] ?? '')
    expect(claims).toEqual({ ...VALUES, email: 'ada@home.example' })

    await row.getByRole('button', { name: /^Stop/ }).click()
    await look(page, 'apps-stop-updates')
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Corner Shop is no longer kept up to date.').waitFor()
    await expect.poll(() => row.innerText()).not.toContain('Kept up to date')
    await page.getByRole('link', { name: 'Vault', exact: true }).click()
    await changeEmail(page, 'ada@sea.example')
    await page.getByText('Saved in your vault.').waitFor()
    await openApps(page)
    await row.getByRole('button', { name: 'Revoke Corner Shop' }).click()
    expect(await dialog.getByRole('button', { name: 'Send' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Corner Shop no longer has access.').waitFor()
    expect((await refresh(shop, next)).error).toBe('invalid_grant')
    expect(problems).toEqual([])
  })

  test('is told of a removal and of another choice for next time', PAGES, async () => {
    const { shop } = apps
    const { passkey, device, refreshTokens } = await keep(shop)
    await device.saveItems({ put: [{ name: 'email', value: 'ada@work.example', label: 'Work' }], remove: [] })
    const { page } = await openVault(browser, system, { passkey })
    await openApps(page)
    await page.getByRole('button', { name: 'Change What Corner Shop gets next time' }).click()
    await dialogOf(page).getByRole('radio', { name: 'ada@work.example' }).check()
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: /up to date\?/ })
    await dialog.getByText('ada@work.example').waitFor()
    await page.keyboard.press('Escape')
    await rowOf(page, 'Corner Shop').getByText('Has an older value').waitFor()
    await page.getByRole('link', { name: 'Vault', exact: true }).click()
    await fillClaim(page, 'Full name', '')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => dialog.innerText()).toMatch(/Full name\s+No longer shared/)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    expect((await refresh(shop, refreshTokens[0] ?? '')).claims).toEqual({ email: 'ada@work.example', name: '' })
  })

  test('is not told what its person was not shown: the page looks again', PAGES, async () => {
    const { shop } = apps
    const { passkey, device, refreshTokens } = await keep(shop)
    const { page } = await openVault(browser, system, { passkey })
    await changeEmail(page, 'ada@home.example')
    const dialog = dialogOf(page)
    await dialog.getByText('ada@home.example').waitFor()
    await device.saveProfile({ values: { name: 'Ada King' } })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Not sent to Corner Shop: your vault has changed meanwhile.').waitFor()
    await look(page, 'updates-stale')
    await dialog.getByRole('button', { name: 'Look again' }).click()
    await dialog.getByText('Ada King').waitFor()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText(/^Sent to .*Corner Shop/).waitFor()
    const { claims } = await refresh(shop, refreshTokens[0] ?? '')
    expect(claims).toEqual({ email: 'ada@home.example', name: 'Ada King' })
  })

  test('keeps what it had where the sending fails, and the log says so', PAGES, async () => {
    const { shop } = apps
    const { passkey, refreshTokens } = await keep(shop)
    const { page } = await openVault(browser, system, { passkey })
    await page.route('**/api/internal/grant-updates/', (route) =>
      route.fulfill({ status: 503, json: { error: 'Unavailable.', code: 'service_unavailable' } }),
    )
    await changeEmail(page, 'ada@home.example')
    await dialogOf(page).getByRole('button', { name: 'Send' }).click()
    await dialogOf(page)
      .getByText(/^Not sent to Corner Shop\. /)
      .waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await openApps(page)
    await rowOf(page, 'Corner Shop').getByText('Has an older value').waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: /^Update not sent to .*Corner Shop/ }).waitFor()
    await page.getByText('This update didn’t go through. The app keeps what it had.').waitFor()
    expect((await refresh(shop, refreshTokens[0] ?? '')).claims).toBeUndefined()
  })

  test('is remembered as such at its next request, and offered only where it takes updates', PAGES, async () => {
    const { shop } = apps
    const plain = await registerApp(system, { name: 'Plain', scopes: { openid: {}, email: {}, phone: {} } })
    const { passkey, device } = await keep(shop)
    await device.changeNextChoice({ clientId: shop.client.clientId, claims: { name: '' } })
    const { page } = await openRequest(browser, (await shop.begin()).url, { passkey, viewport: PHONE })
    const choice = page.getByRole('switch', { name: 'Keep this up to date' })
    await expect.poll(() => choice.isChecked()).toBe(true)
    await page.locator('footer select').selectOption('ar')
    await look(page, 'consent-up-to-date-ar')
    await expectNoOverflow(page)
    await page.locator('footer select').selectOption('en')
    await page.getByText('Access: Until I revoke it').click()
    await page.getByRole('radio', { name: /^Just this once/ }).check()
    await expect.poll(() => choice.count()).toBe(0)
    const other = await openRequest(browser, (await plain.begin()).url, { passkey })
    expect(await other.page.getByRole('switch', { name: 'Keep this up to date' }).count()).toBe(0)
  })
})
