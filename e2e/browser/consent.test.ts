import { newAppKey } from '@countersign/data-token/testing'
import { updateClient } from '@countersign/provider'
import { type Authenticator } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AppFlow, type AskingApp, registerApp } from '../support/asking-app.ts'
import { expectHeading, look, pictureForDocs, sharpForDocs, useBrowser } from '../support/browser.ts'
import { approveFirstOnPage, createAccountOnPage, signInByPasskeyOnPage } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { newPasskey, openBrowser, openNewVault, openVaultPage, saveVault } from '../support/signed-in.ts'
import { signUpOn } from '../support/signed-up.ts'
import { APP_REDIRECT_URI, type System } from '../support/system.ts'

const NAME = 'Wildflower Books'
const TITLE = `${NAME} asks for some of your data`
const OTHER_REDIRECT_URI = 'http://127.0.0.1:8090/callback'

/** What Ada's vault holds; two e-mail addresses. */
const VALUES = {
  'Full name': 'Ada Lovelace',
  'Given name': 'Ada',
  Nickname: 'Countess',
  'Date of birth': '1815-12-10',
  'E-mail address': 'ada@example.org',
}

describe('the consent page', () => {
  const system = useSystem()
  const browser = useBrowser()
  let app: AskingApp
  let passkey: Authenticator

  beforeAll(async () => {
    passkey = newPasskey(system)
    app = await registerApp(system, {
      name: NAME,
      description: 'Second-hand books from people near you.',
      policyUri: 'https://books.example/privacy',
      tosUri: 'https://terms.books.example:8443/',
      scopes: {
        openid: {},
        email: { required: true, reason: 'We send your receipts there.' },
        profile: { reason: 'Sellers like to know whom they sell to.' },
        phone: {},
      },
    })
    await fillVault()
  })

  async function fillVault(): Promise<void> {
    const { page } = await openBrowser(browser, { passkey })
    await openNewVault(page, system)
    for (const [label, value] of Object.entries(VALUES)) await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved in your vault.').waitFor()
    await page.getByRole('button', { name: 'Add another E-mail address' }).click()
    await page.getByLabel('E-mail address 2', { exact: true }).fill('lovelace@engines.example')
    await page.getByLabel('Label 2').fill('Work')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved in your vault.').waitFor()
    await look(page, 'vault-two-addresses')
    await page.context().close()
  }

  /** A browser that comes from the app, signed in, with the request before it. */
  async function openRequest(begun?: AppFlow, options: BrowserContextOptions = {}) {
    const flow = begun ?? (await app.begin())
    const { page, problems } = await openBrowser(browser, { ...options, passkey })
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    return { page, problems, flow }
  }

  async function openDetails(page: Page): Promise<void> {
    await page.getByText('About this request').click()
  }

  async function approve(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'The app')
  }

  test('says of values in the open who can read them, and nothing of the kind where there are none', async () => {
    const { page } = await openRequest()
    await page
      .getByText('This service passes it on to Wildflower Books unencrypted, and can read it on the way.')
      .waitFor()
    const bare = await registerApp(system, { name: 'Bare', scopes: { openid: {} } })
    const nothing = await openRequest(await bare.begin())
    await openDetails(nothing.page)
    await nothing.page.getByText('Only what you see here is sent').waitFor()
    expect(await nothing.page.getByText('can read it').count()).toBe(0)
  })

  test('says who asks, where it leads, that it is the first time, why, and shows every value', async () => {
    const { page, problems, flow } = await openRequest()
    await expectHeading(page, TITLE)
    await look(page, 'consent')
    for (const [name, address, host] of [
      ['Privacy policy of Wildflower Books', 'https://books.example/privacy', 'books.example'],
      ['Terms of Wildflower Books', 'https://terms.books.example:8443/', 'terms.books.example:8443'],
    ] as const) {
      const link = page.getByRole('link', { name })
      expect(await link.getAttribute('href')).toBe(address)
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toContain('noopener')
      await expect.poll(() => page.locator('.consent-lines').innerText()).toContain(`${name} (${host})`)
      expect(await link.isVisible()).toBe(true)
    }
    await openDetails(page)
    const shown = await page.locator('main').innerText()
    for (const text of [
      'Second-hand books from people near you.',
      'localhost:8090',
      'Your vault does not know this app yet.',
      'We send your receipts there.',
      'Approving also signs you in to Wildflower Books.',
      'Wildflower Books does not work without this.',
      'Ada Lovelace',
      'ada@example.org',
      'lovelace@engines.example',
      'December 10, 1815',
    ]) {
      expect(shown).toContain(text)
    }
    expect(await page.getByRole('switch', { name: 'Share Sign you in' }).count()).toBe(0)
    // As it is read out: the heading, then its description.
    const email = page.locator('.scope-card', { has: page.getByRole('heading', { name: 'E-mail address' }) })
    expect(await email.innerText()).toMatch(/^E-mail address\s+Your e-mail address\./)
    await look(page, 'consent-details')
    await approve(page)
    const { claims } = await flow.finish(page)
    expect(claims).toEqual({
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      given_name: 'Ada',
      nickname: 'Countess',
      birthdate: '1815-12-10',
    })
    expect(problems).toEqual([])
  })

  test('knows the app the next time, and shares what was chosen and left on', async () => {
    const { page, flow } = await openRequest()
    await page.getByText(/You have used it since/).waitFor()
    const work = page.getByRole('radio', { name: 'lovelace@engines.example Work' })
    await work.check()
    await page.setViewportSize({ width: 320, height: 640 })
    // Nothing beside it takes its room.
    expect((await page.locator('.choice label', { has: work }).boundingBox())?.width).toBeGreaterThan(200)
    await page.getByRole('switch', { name: 'Share Date of birth' }).click()
    await page.getByRole('switch', { name: 'Share Nickname' }).click()
    await look(page, 'consent-chosen')
    await approve(page)
    const { claims } = await flow.finish(page)
    expect(claims).toEqual({ email: 'lovelace@engines.example', name: 'Ada Lovelace', given_name: 'Ada' })
  })

  test('takes a missing value on the spot, shares it, and the vault has it the next time', async () => {
    const { page, flow } = await openRequest()
    const phone = page.getByLabel('Phone number', { exact: true })
    const alert = page.locator('.bar').getByRole('alert').locator('p')
    await page.getByRole('switch', { name: 'Share Profile' }).click()
    await phone.fill('+44 20')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => alert.innerText()).toBe('Check the highlighted field.')
    await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true)
    await look(page, 'consent-malformed')
    await phone.fill('+44 20 7946 0123')
    await expect.poll(() => alert.count()).toBe(0)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(() => alert.innerText())
      .toBe('The service cannot be reached. Check your connection and try again. Nothing was shared.')
    await page.context().setOffline(false)
    await expect.poll(() => alert.count()).toBe(0)
    await approve(page)
    const { claims } = await flow.finish(page)
    expect(claims).toEqual({ email: 'lovelace@engines.example', phone: '+442079460123' })

    const second = await openRequest()
    await expect
      .poll(() => second.page.locator('.claim-value', { hasText: 'Phone number' }).innerText())
      .toContain('+44 20 7946 0123')
    await second.page.context().close()
  })

  test('says beside Approve which new request is off, and cuts none of what leaves on a phone', async () => {
    const growing = await registerApp(system, {
      name: 'Growing',
      scopes: { openid: {}, email: {}, profile: {} },
    })
    const before = await growing.begin()
    const withoutProfile = new URL(before.url)
    withoutProfile.searchParams.set('scope', 'openid email')
    const first = await openRequest({ ...before, url: withoutProfile.href })
    await approve(first.page)
    await first.page.context().close()
    const { page, flow } = await openRequest(await growing.begin(), { viewport: { width: 390, height: 844 } })
    const bar = page.locator('.bar')
    await bar.getByText('1 new request is off: Profile').waitFor()
    await look(page, 'consent-new-off')
    await page.getByRole('switch', { name: 'Share Profile' }).click()
    await bar.getByText(/gets [5-6] details from your vault: .*Date of birth/).waitFor()
    expect(await bar.innerText()).not.toContain('new request')
    expect(
      await bar.locator('.answer-bar-summary').evaluate((text) => text.scrollHeight - text.clientHeight),
    ).toBeLessThanOrEqual(0)
    await approve(page)
    expect((await flow.finish(page)).claims).toHaveProperty('birthdate')
  })

  test('remembers a no, and what is new in the vault is off and marked until it is switched on', async () => {
    const { page, flow } = await openRequest()
    const profile = page.locator('.scope-card', { has: page.getByRole('heading', { name: 'Profile' }) })
    await profile.getByText('You left this out last time').waitFor()
    expect(await page.getByRole('switch', { name: 'Share Profile' }).isChecked()).toBe(false)
    expect(await page.getByRole('radio', { name: 'lovelace@engines.example Work' }).isChecked()).toBe(true)
    await page.getByRole('switch', { name: 'Share Profile' }).click()
    await page.getByRole('switch', { name: 'Share Full name' }).click()
    await approve(page)
    expect((await flow.finish(page)).claims).toMatchObject({ nickname: 'Countess', given_name: 'Ada' })
    await page.context().close()

    const owner = await openBrowser(browser, { passkey })
    await openVaultPage(owner.page, system)
    await owner.page.getByLabel('Family name', { exact: true }).fill('King')
    await saveVault(owner.page)
    await owner.page.context().close()

    const next = await openRequest()
    const row = (label: string) => next.page.locator('.claim-value', { hasText: label })
    await expect.poll(() => row('Family name').innerText()).toMatch(/Not shared[\s\S]*New/)
    await expect.poll(() => row('Full name').innerText()).toMatch(/Not shared[\s\S]*You left this out last time/)
    expect(await row('Nickname').innerText()).toMatch(/Countess$/)
    await look(next.page, 'consent-remembered')
    await next.page.getByRole('switch', { name: 'Share Family name' }).click()
    await approve(next.page)
    const { claims } = await next.flow.finish(next.page)
    expect(claims).toMatchObject({ nickname: 'Countess', family_name: 'King' })
    expect(claims).not.toHaveProperty('name')
    await next.page.context().close()
  })

  test('lets an app in for once, or until a day to come', async () => {
    const once = await openRequest()
    await once.page.getByText('Access: Until I take it back').click()
    await once.page.getByRole('radio', { name: /^Until a day/ }).check()
    await once.page.getByLabel('Last day').fill('2020-01-01')
    await once.page.getByRole('button', { name: 'Approve' }).click()
    await once.page.getByText('Choose a day from tomorrow on.').waitFor()
    expect(await once.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('last-day')
    await look(once.page, 'consent-last-day')
    await once.page.getByRole('radio', { name: /^Only this once/ }).check()
    await approve(once.page)
    const { tokens, claims } = await once.flow.finish(once.page)
    expect(tokens.refreshToken).toBeUndefined()
    expect(claims).toHaveProperty('email')
    await once.page.context().close()

    const until = await openRequest()
    await until.page.getByText('Access:').click()
    await until.page.getByRole('radio', { name: /^Until a day/ }).check()
    await until.page.getByLabel('Last day').fill('2126-01-01')
    await approve(until.page)
    expect((await until.flow.finish(until.page)).tokens.refreshToken).toEqual(expect.stringMatching(/^cs_rt_/))
    const ends = await system.providerSql<{ day: string }>`
      select to_char(ends_at, 'YYYY-MM') as day from provider.grants where ends_at > now() + interval '1 year'`
    expect(ends).toEqual([{ day: '2126-01' }])
    await until.page.context().close()
  })

  test('names each member of an address that is missing, and the address once', async () => {
    const post = await registerApp(system, { name: 'Post', scopes: { address: {} } })
    const { page } = await openRequest(await post.begin())
    const widths = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    const labels = await widths('.value-field-address label')
    expect(labels).toHaveLength(5)
    expect(Math.min(...labels)).toBeGreaterThan(1)
    expect(await widths('.value-field-address > legend')).toEqual([1])
    await look(page, 'consent-address')
  })

  test('does not approve a required scope with all of it switched off, and says which switch to use', async () => {
    const strict = await registerApp(system, {
      name: 'Strict',
      description: '',
      scopes: { profile: { required: true } },
    })
    const { page } = await openRequest(await strict.begin())
    for (const toggle of await page.getByRole('switch').all()) await toggle.click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/Switch on “Full name” or something else/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Share Full name')
    await look(page, 'consent-required-off')
  })

  test('points out another host and another key of a known app, and waits until the key is accepted', async () => {
    const [oldKey, newKey] = [await newAppKey(), await newAppKey()]
    const sealed = await registerApp(system, {
      name: 'Sealed Letters',
      description: '',
      redirectUris: [APP_REDIRECT_URI, OTHER_REDIRECT_URI],
      claimsEncryptionKey: oldKey.publicJwk,
      scopes: { email: {} },
    })
    const first = await openRequest(await sealed.begin({ claimsDecryptionKey: JSON.stringify(oldKey.privateJwk) }))
    await first.page.getByText('Encrypted for Sealed Letters alone', { exact: true }).waitFor()
    await openDetails(first.page)
    await first.page.getByText(/encrypts it for Sealed Letters alone: this service passes it on without/).waitFor()
    expect(await first.page.getByText('can read it on the way').count()).toBe(0)
    await look(first.page, 'consent-sealed')
    await approve(first.page)
    expect((await first.flow.finish(first.page)).claims).toEqual({ email: 'ada@example.org' })
    await first.page.context().close()

    await updateClient(system.providerSql, sealed.client.clientId, { claimsEncryptionKey: newKey.publicJwk })
    const { sessionToken } = await signUpOn(system)
    // The provider may answer from memory for some seconds.
    await expect
      .poll(async () => readKey(system, await sealed.begin(), sessionToken), { timeout: 30_000, interval: 500 })
      .toBe(newKey.publicJwk.x)
    const claimsDecryptionKey = JSON.stringify(newKey.privateJwk)
    const { page, flow } = await openRequest(
      await sealed.begin({ redirectUri: OTHER_REDIRECT_URI, claimsDecryptionKey }),
    )
    const changes = page.getByRole('region', { name: /is not quite the app/ })
    await expect.poll(() => changes.innerText()).toMatch(/localhost:8090[\s\S]*127\.0\.0\.1:8090/)
    await look(page, 'consent-changed')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Confirm the changed key above first, or deny.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox')
    await page.keyboard.press('Space')
    await approve(page)
    expect((await flow.finish(page)).claims).toEqual({ email: 'ada@example.org' })
  })

  test('posts the answer to an app that wants a form', async () => {
    const asked = await app.begin()
    const { page, flow } = await openRequest({ ...asked, url: `${asked.url}&response_mode=form_post` })
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url() === APP_REDIRECT_URI)
    await approve(page)
    const answer = new URLSearchParams((await posted).postData() ?? '')
    expect(Object.fromEntries(answer)).toEqual({
      code: expect.stringMatching(/^cs_ac_/),
      state: new URL(flow.url).searchParams.get('state'),
      iss: system.providerUrl,
    })
    expect(page.url()).toBe(APP_REDIRECT_URI)
  })

  test('sends the word back when the person denies, and nothing else', async () => {
    const { page, flow } = await openRequest()
    await page.getByRole('button', { name: 'Deny' }).click()
    await expectHeading(page, 'The app')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The person said no.',
      state: flow.state,
      iss: system.providerUrl,
    })
  })

  test('never lets a data token hold a claim, or a value, that it did not show as shared', async () => {
    // Seeds, so that what fails can be done again.
    for (const seed of [42, 1815]) {
      const random = generator(seed)
      const { page, flow } = await openRequest()
      for (const control of await page.locator('main :is([role="switch"], input[type="radio"])').all()) {
        if (random() < 0.4 && (await control.isVisible())) await control.click()
      }
      const shown = await readShown(page)
      await approve(page)
      const { claims } = await flow.finish(page)
      expect(claims, `seed ${seed}`).toEqual(shown)
      await page.context().close()
    }
  })

  test('stands on one screen of a phone for what apps usually ask, in every language, with both answers', async () => {
    const redirectUri = 'https://books.example/callback'
    const { publicJwk, privateJwk } = await newAppKey()
    const usual = await registerApp(system, {
      name: NAME,
      claimsEncryptionKey: publicJwk,
      redirectUris: [redirectUri],
      scopes: {
        openid: {},
        email: { reason: 'We send your receipts there.' },
        profile: { reason: 'Sellers like to know whom they sell to.' },
      },
    })
    const viewport = { width: 390, height: 844 }
    const options = { viewport, ...sharpForDocs() }
    const { page } = await openBrowser(browser, { ...options, passkey: newPasskey(system) })
    await openNewVault(page, system)
    for (const label of ['Full name', 'Given name', 'Date of birth', 'E-mail address'] as const) {
      await page.getByLabel(label, { exact: true }).fill(VALUES[label])
    }
    await saveVault(page)
    await pictureForDocs(page, 'vault')
    await page.goto((await usual.begin({ redirectUri, claimsDecryptionKey: JSON.stringify(privateJwk) })).url)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await pictureForDocs(page, 'unlock')
    await signInByPasskeyOnPage(page)
    await page.getByText(`Encrypted for ${NAME} alone`).waitFor()
    await pictureForDocs(page, 'consent')
    for (const language of ['de', 'ja', 'ar']) {
      await page.locator('footer select').selectOption(language)
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language)
      await page.evaluate(() => scrollTo(0, 0))
      const boxes = await page
        .locator('main .consent-lines, main .bar, main .claim-value')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom))
      expect(boxes, language).toHaveLength(6)
      const bar = await page.locator('.bar').boundingBox()
      expect(Math.max(...boxes.slice(0, -1)), language).toBeLessThanOrEqual(bar?.y ?? 0)
      expect(Math.max(...boxes), language).toBeLessThanOrEqual(viewport.height)
      await look(page, `consent-one-screen-${language}`)
    }
  })

  test('lets somebody else take the place of who is signed in, shows nothing of the one before, and is approved by them', async () => {
    const { page, problems, flow } = await openRequest()
    await expect.poll(() => page.locator('header').innerText()).toContain('Ada')
    await page.getByRole('button', { name: 'Not you?' }).click()
    await expectHeading(page, 'An app is waiting for your approval')
    await page.getByText('Whoever signs in now can answer this request.').waitFor()
    await look(page, 'consent-another-person')
    expect(await page.locator('body').innerText()).not.toContain('Ada')
    await page.getByRole('link', { name: 'Create one' }).click()
    await createAccountOnPage(page, { login: 'bob@example.com', password: 'violet kettle sleeps in orbit' })
    await expectHeading(page, TITLE)
    await page.getByLabel('E-mail address', { exact: true }).fill('bob@example.com')
    expect(await page.locator('body').innerText()).not.toMatch(/Ada|Countess|lovelace/)
    await approveFirstOnPage(page)
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual({ email: 'bob@example.com' })
    expect(problems).toEqual([])
  })

  test('leaves the request to somebody else from the page too that only opens the vault', async () => {
    const { page } = await openRequest()
    const id = new URL(page.url()).searchParams.get('auth_request_id') ?? ''
    await page.reload()
    await page.getByText('Welcome back').waitFor()
    await page.getByRole('button', { name: 'Not you?' }).click()
    await page.getByLabel('Login name').waitFor()
    const { sessionToken } = await signUpOn(system)
    const response = await fetch(`${system.coreUrl}/api/internal/oauth/requests/${id}/`, {
      headers: { authorization: `Bearer ${sessionToken}` },
    })
    expect(await response.json()).toMatchObject({ auth_request_id: id, status: 'pending' })
  })

  test('moves nothing under a finger and calls nobody but its own address', async () => {
    const { page } = await openBrowser(browser, { passkey })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    // As in the metric (W3C Layout Instability §2.3): what moves at once when a person presses something is no surprise.
    await page.addInitScript(() => {
      type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node?: Element }[] }
      const moved: (string | undefined)[] = []
      Reflect.set(globalThis, 'moved', moved)
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (!hadRecentInput) moved.push(...sources.map(({ node }) => node?.outerHTML.slice(0, 80)))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto((await app.begin()).url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'moved'))).toEqual([])
    expect([...hosts]).toEqual([new URL(system.consentUrl).host])
  })

  test.each<[string, BrowserContextOptions]>([
    ['dark-phone', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
    ['zoom-forced-colors', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, forcedColors: 'active' }],
  ])('fits and stays accessible: %s', async (name, options) => {
    const { page, problems } = await openRequest(await app.begin(), options)
    await look(page, `consent-${name}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const boxes = await Promise.all(
      (await page.locator('main :is(button, summary, a)').all()).map((target) => target.boundingBox()),
    )
    const sizes = boxes.flatMap((box) => (box ? [Math.min(box.width, box.height)] : []))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
    expect(problems).toEqual([])
  })
})

/** The key of an app as the provider tells it of a new request. */
async function readKey(system: System, { url }: AppFlow, sessionToken: string): Promise<string> {
  const started = await fetch(url, { redirect: 'manual' })
  const id = new URL(started.headers.get('location') ?? '').searchParams.get('auth_request_id')
  const headers = { authorization: `Bearer ${sessionToken}` }
  const response = await fetch(`${system.coreUrl}/api/internal/oauth/requests/${id}/`, { headers })
  const details = (await response.json()) as { client: { claims_encryption_jwk: { x: string } } }
  return details.client.claims_encryption_jwk.x
}

/** What the page says it shares, by claim name, as the switches and fields name it. */
async function readShown(page: Page): Promise<Record<string, string>> {
  const labels = {
    'Full name': 'name',
    'Family name': 'family_name',
    'Given name': 'given_name',
    Nickname: 'nickname',
    'Date of birth': 'birthdate',
  }
  const names: Record<string, string> = { ...labels, 'E-mail address': 'email', 'Phone number': 'phone' }
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
    shown[names[label.replace(': choose one', '')] ?? label] = value ?? ''
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
