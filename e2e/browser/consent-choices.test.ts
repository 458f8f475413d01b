import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AppFlow, registerApp, useApp } from '../support/asking-app.ts'
import { look, useBrowser } from '../support/browser.ts'
import { approveOnPage, newAda, openRequest, PROFILE } from '../support/person.ts'
import { release } from '../support/returning.ts'
import { lend, useSystem } from '../support/shared.ts'

/** Tests build on each other: each finds the choices of the one before. */
describe('choices on the consent page', () => {
  const system = useSystem()
  const browser = useBrowser()
  const ada = lend(() => newAda(system))
  const scopes = { openid: {}, email: { required: true }, profile: {}, phone: {} }
  const app = useApp(system, { name: 'Wildflower Books', scopes })

  beforeAll(async () => {
    await release({ system }, { ...ada, app, values: { ...PROFILE, email: 'ada@example.org' } })
  })

  async function open(begun?: AppFlow, viewport = { width: 1280, height: 720 }) {
    const flow = begun ?? (await app.begin())
    return { ...(await openRequest(browser, flow.url, { passkey: ada.passkey, viewport })), flow }
  }

  test('are shared with a known app, and nothing else', async () => {
    const { page, flow } = await open()
    await page.getByText(/You’ve used it since/).waitFor()
    const work = page.getByRole('radio', { name: 'lovelace@engines.example Work' })
    await work.check()
    await page.setViewportSize({ width: 320, height: 640 })
    // The label has the row to itself.
    expect((await page.locator('.choice label', { has: work }).boundingBox())?.width).toBeGreaterThan(200)
    await page.getByRole('switch', { name: 'Share Date of birth' }).click()
    await page.getByRole('switch', { name: 'Share Nickname' }).click()
    await look(page, 'consent-chosen')
    await approveOnPage(page)
    const { claims } = await flow.finish(page)
    expect(claims).toEqual({ email: 'lovelace@engines.example', name: 'Ada Lovelace', given_name: 'Ada' })
  })

  test('include a missing value, which is shared and saved in the vault', async () => {
    const { page, flow } = await open()
    const phone = page.getByLabel('Phone number', { exact: true })
    const alert = page.locator('.bar').getByRole('alert').locator('p')
    await page.getByRole('switch', { name: 'Share Profile' }).click()
    await phone.fill('+44 20')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => alert.innerText()).toBe('Check the highlighted field.')
    await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true)
    await phone.fill('+44 20 7946 0123')
    await expect.poll(() => alert.count()).toBe(0)
    await approveOnPage(page)
    expect((await flow.finish(page)).claims).toEqual({ email: 'lovelace@engines.example', phone: '+442079460123' })
    expect((await ada.device.refresh({})).values).toMatchObject({ phone: '+442079460123' })
  })

  test('name a new scope that is off beside Approve, uncut on a phone', async () => {
    const growing = await registerApp(system, { name: 'Growing', scopes: { openid: {}, email: {}, profile: {} } })
    const withoutProfile = async () => {
      const flow = await growing.begin()
      return { ...flow, url: flow.url.replace('+profile', '') }
    }
    await release(
      { system },
      { device: ada.device, app: { ...growing, begin: withoutProfile }, values: { email: 'ada@example.org' } },
    )
    const { page, flow } = await open(await growing.begin(), { width: 390, height: 844 })
    const bar = page.locator('.bar')
    await bar.getByText(/^You could also share: .*Date of birth/).waitFor()
    await page.getByRole('switch', { name: 'Share Profile' }).click()
    await bar.getByText(/gets [5-6] details from your vault: .*Date of birth/).waitFor()
    expect(await bar.innerText()).not.toContain('You could also share')
    expect(
      await bar.locator('.answer-bar-summary').evaluate((text) => text.scrollHeight - text.clientHeight),
    ).toBeLessThanOrEqual(0)
    await approveOnPage(page)
    expect((await flow.finish(page)).claims).toHaveProperty('birthdate')
  })

  test('include a remembered no, and new values are off and marked until switched on', async () => {
    const { page, flow } = await open()
    const profile = page.locator('.scope-card', { has: page.getByRole('heading', { name: 'Profile' }) })
    await profile.getByText('You left this out last time').waitFor()
    expect(await page.getByRole('switch', { name: 'Share Profile' }).isChecked()).toBe(false)
    expect(await page.getByRole('radio', { name: 'lovelace@engines.example Work' }).isChecked()).toBe(true)
    await page.getByRole('switch', { name: 'Share Profile' }).click()
    await page.getByRole('switch', { name: 'Share Full name' }).click()
    await approveOnPage(page)
    expect((await flow.finish(page)).claims).toMatchObject({ nickname: 'Countess', given_name: 'Ada' })
    await ada.device.saveProfile({ values: { family_name: 'King' } })

    const next = await open()
    const row = (label: string) => next.page.locator('.claim-value', { hasText: label })
    await expect.poll(() => row('Family name').innerText()).toMatch(/Not shared[\s\S]*New/)
    await expect.poll(() => row('Full name').innerText()).toMatch(/Not shared[\s\S]*You left this out last time/)
    expect(await row('Nickname').innerText()).toMatch(/Countess$/)
    await next.page.getByRole('switch', { name: 'Share Family name' }).click()
    await approveOnPage(next.page)
    const { claims } = await next.flow.finish(next.page)
    expect(claims).toMatchObject({ nickname: 'Countess', family_name: 'King' })
    expect(claims).not.toHaveProperty('name')
  })

  test('let an app in for once, or until a future day', async () => {
    const once = await open()
    await once.page.getByText('Access: Until I revoke it').click()
    await once.page.getByRole('radio', { name: /^Until a day/ }).check()
    await once.page.getByLabel('Last day').fill('2020-01-01')
    await once.page.getByRole('button', { name: 'Approve' }).click()
    await once.page.getByText('Choose a day from tomorrow on.').waitFor()
    expect(await once.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('last-day')
    await once.page.getByRole('radio', { name: /^Just this once/ }).check()
    await approveOnPage(once.page)
    const { tokens, claims } = await once.flow.finish(once.page)
    expect(tokens.refreshToken).toBeUndefined()
    expect(claims).toHaveProperty('email')

    const until = await open()
    await until.page.getByText('Access:').click()
    await until.page.getByRole('radio', { name: /^Until a day/ }).check()
    await until.page.getByLabel('Last day').fill('2126-01-01')
    await approveOnPage(until.page)
    expect((await until.flow.finish(until.page)).tokens.refreshToken).toEqual(expect.stringMatching(/^cs_rt_/))
    const ends = await system.providerSql<{ day: string }>`
      select to_char(ends_at, 'YYYY-MM') as day from provider.grants where ends_at > now() + interval '1 year'`
    expect(ends).toEqual([{ day: '2126-01' }])
  })

  test('name each member of a missing address, and the address once', async () => {
    const post = await registerApp(system, { name: 'Post', scopes: { address: {} } })
    const { page } = await open(await post.begin())
    const widths = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    const labels = await widths('.value-field-address label')
    expect(labels).toHaveLength(5)
    expect(Math.min(...labels)).toBeGreaterThan(1)
    expect(await widths('.value-field-address > legend')).toEqual([1])
    await look(page, 'consent-address')
  })

  test('cannot leave out a whole required scope: the page names a switch to turn on', async () => {
    const strict = await registerApp(system, { name: 'Strict', scopes: { profile: { required: true } } })
    const { page } = await open(await strict.begin())
    for (const toggle of await page.getByRole('switch').all()) await toggle.click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/Turn on “Full name” or another detail/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Share Full name')
    await look(page, 'consent-required-off')
  })

  test('are all that a data token holds, for random choices', async () => {
    for (const seed of [42, 1815]) {
      const random = generator(seed)
      const { page, flow } = await open()
      for (const control of await page.locator('main :is([role="switch"], input[type="radio"])').all()) {
        if (random() < 0.4 && (await control.isVisible())) await control.click()
      }
      const shown = await readShown(page)
      await approveOnPage(page)
      expect((await flow.finish(page)).claims, `seed ${seed}`).toEqual(shown)
    }
  })
})

const CLAIMS: Readonly<Record<string, string>> = {
  'Full name': 'name',
  'Family name': 'family_name',
  'Given name': 'given_name',
  Nickname: 'nickname',
  'Date of birth': 'birthdate',
  'Email address': 'email',
  'Phone number': 'phone',
}

/** Values that the page shows as shared, by claim name. */
async function readShown(page: Page): Promise<Record<string, string>> {
  const shown: Record<string, string> = {}
  for (const row of await page.locator('main .scope-card:not(.off) .claim-value:not(.off)').all()) {
    const isChoice = (await row.locator('.choice').count()) > 0
    const label = await row.locator(isChoice ? 'legend' : '.claim-value-label').innerText()
    const chosen = isChoice ? row.locator('label:has(:checked)') : row
    const [day, data] = [chosen.locator('time'), chosen.locator('data')]
    const value =
      (await day.count()) > 0
        ? await day.getAttribute('datetime')
        : (await data.count()) > 0
          ? await data.getAttribute('value')
          : await chosen.locator('bdi').innerText()
    shown[CLAIMS[label.replace(': choose one', '')] ?? label] = value ?? ''
  }
  return shown
}

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
