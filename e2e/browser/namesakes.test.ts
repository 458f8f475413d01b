import { newAppKey } from '@countersign/data-token/testing'
import { updateClient } from '@countersign/provider'
import { describe, expect, test } from 'vitest'
import { APP_HOST, APP_REDIRECT_URI } from '../support/app-page.ts'
import { type AppFlow, registerApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { approveOnPage, newPerson, openNewVault, openRequest, signInByPasskeyOnPage } from '../support/person.ts'
import { release } from '../support/returning.ts'
import { useSystem } from '../support/shared.ts'
import { readRequest, startFlow } from '../support/start-flow.ts'
import { type System, signUpOn } from '../support/system.ts'

const NAME = 'Wildflower Books'
const OTHER_REDIRECT_URI = APP_REDIRECT_URI.replace('localhost', '127.0.0.1')

describe('an app that reads like one that was approved', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('is told from it on the consent page, with its name, its host and since when it is known', async () => {
    const scopes = { openid: {}, email: {} }
    const known = await registerApp(system, { name: NAME, scopes })
    const other = await registerApp(system, { name: 'WILDFLOWER\u2009books', scopes })
    const { page, problems } = await openNewVault(browser, system)
    const goToRequest = async (url: string, name: string) => {
      await page.goto(url)
      await signInByPasskeyOnPage(page)
      await expectHeading(page, `${name} asks for some of your data`)
    }
    const namesakes = page.getByRole('heading', { name: /^You already use an app with a name like/ })
    await goToRequest((await known.begin()).url, NAME)
    expect(await namesakes.count()).toBe(0)
    await approveOnPage(page)

    await goToRequest((await other.begin()).url, 'WILDFLOWER\u2009books')
    await namesakes.waitFor()
    await page.getByText('You haven’t approved this app before.').waitFor()
    const shown = await page.locator('.app-changes').innerText()
    for (const text of [NAME, APP_HOST, 'Known since']) expect(shown).toContain(text)
    await look(page, 'consent-namesake')
    // The known app does not count as its own namesake.
    await page.goto((await known.begin()).url)
    await page.getByRole('button', { name: 'See and change what’s shared' }).click()
    await expectHeading(page, `${NAME} asks for some of your data`)
    expect(await namesakes.count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('an app with texts in several languages', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  test('is shown in the language of the page wherever it is named, and is the same app in all of them', async () => {
    const app = await registerApp(system, {
      name: NAME,
      description: 'A bookshop in Leeds.',
      policyUri: 'https://books.example/privacy',
      scopes: { openid: {}, email: { reason: 'To send you receipts.' } },
      texts: {
        de: {
          name: 'Wildblumen',
          description: 'Ein Buchladen in Leeds.',
          policy_uri: 'https://books.example/datenschutz',
          reasons: { email: 'Damit wir Ihnen Belege schicken können.' },
        },
        'ar-EG': { name: 'مكتبة الزهور (Leeds)', reasons: { email: 'لإرسال الإيصالات إليك: receipts@books.example' } },
      },
    })
    const { page, problems } = await openNewVault(browser, system)
    const speak = (language: string) => page.locator('footer select').selectOption(language)
    const askAgain = async () => page.goto((await app.begin()).url)
    await askAgain()
    await page.locator('.preview', { hasText: NAME }).waitFor()
    await speak('de')
    await page.locator('.preview', { hasText: 'Wildblumen' }).waitFor()
    await speak('en')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, `${NAME} asks for some of your data`)

    const reason = page.locator('.scope-card-reason bdi')
    const shown = async () => [await reason.getAttribute('lang'), await reason.textContent()]
    expect(await shown()).toEqual(['', 'To send you receipts.'])
    await speak('de')
    await page.getByRole('heading', { level: 1, name: 'Wildblumen' }).waitFor()
    expect(await shown()).toEqual(['de', 'Damit wir Ihnen Belege schicken können.'])
    await page.getByRole('link', { name: /Wildblumen/ }).waitFor()
    expect(await page.locator('a[href*="books.example"]').getAttribute('href')).toContain('/datenschutz')
    await page.locator('.more summary').last().click()
    await page.locator('bdi[lang=de]', { hasText: 'Ein Buchladen in Leeds.' }).waitFor()
    await look(page, 'consent-texts-de')
    await speak('ar')
    await page.getByRole('heading', { level: 1, name: /مكتبة الزهور/ }).waitFor()
    expect(await shown()).toEqual(['ar-EG', 'لإرسال الإيصالات إليك: receipts@books.example'])
    await page.locator('bdi[lang=""]', { hasText: 'A bookshop in Leeds.' }).waitFor()
    await look(page, 'consent-texts-ar')
    await speak('en')
    await approveOnPage(page)

    await askAgain()
    await expectHeading(page, `Continue to ${NAME}`)
    await speak('de')
    await page.getByRole('heading', { level: 1, name: /Wildblumen/ }).waitFor()
    await look(page, 'quick-approval-texts-de')
    await page.locator('button[type=submit]').click()
    await expectHeading(page, 'The app')
    expect(problems).toEqual([])
  })
})

describe('a known app that changed', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('has its new host and key pointed out, and waits until the key is accepted', async () => {
    const [oldKey, newKey] = [await newAppKey(), await newAppKey()]
    const sealed = await registerApp(system, {
      name: 'Sealed Letters',
      redirectUris: [APP_REDIRECT_URI, OTHER_REDIRECT_URI],
      claimsEncryptionKey: oldKey.publicJwk,
      scopes: { email: {} },
    })
    const ada = await newPerson(system)
    await release({ system }, { device: ada.device, app: sealed, values: { email: 'ada@example.org' } })
    await updateClient(system.providerSql, sealed.client.clientId, { claimsEncryptionKey: newKey.publicJwk })
    const { sessionToken } = await signUpOn(system)
    // The provider caches clients for some seconds.
    await expect
      .poll(async () => readKey(system, await sealed.begin(), sessionToken), { timeout: 30_000, interval: 500 })
      .toBe(newKey.publicJwk.x)
    const claimsDecryptionKey = JSON.stringify(newKey.privateJwk)
    const flow = await sealed.begin({ redirectUri: OTHER_REDIRECT_URI, claimsDecryptionKey })
    const { page } = await openRequest(browser, flow.url, { passkey: ada.passkey })
    const changes = page.getByRole('region', { name: /has changed since you approved it/ })
    await expect
      .poll(() => changes.innerText())
      .toMatch(new RegExp(`${APP_HOST}[^]*${new URL(OTHER_REDIRECT_URI).host}`))
    await page.getByText('Encrypted: only Sealed Letters can read it', { exact: true }).waitFor()
    await page.getByText('About this request').click()
    await page.getByText(/encrypts it so that only Sealed Letters can read it/).waitFor()
    expect(await page.getByText('can read it on the way').count()).toBe(0)
    await look(page, 'consent-changed')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Confirm the changed key above first, or deny.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox')
    await page.keyboard.press('Space')
    await approveOnPage(page)
    expect((await flow.finish(page)).claims).toEqual({ email: 'ada@example.org' })
  })
})

/** The key of an app as the provider tells it of a new request. */
async function readKey(system: System, { url }: AppFlow, sessionToken: string): Promise<string> {
  const { client } = await readRequest(system, await startFlow(system, url), sessionToken)
  return client.claims_encryption_jwk.x
}
