// Long: every page in every language.
import { LANGUAGES } from '@countersign/ui/messages/languages.ts'
import { loadEntryText, loadRestText } from '@countersign/ui/messages/load-texts.ts'
import type { FullText } from '@countersign/ui/messages/texts.ts'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/asking-app.ts'
import { expectNoOverflow, look, useBrowser } from '../support/browser.ts'
import { openBrowser, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

type Language = keyof typeof LANGUAGES

/** The whole way in every language: consent, vault, apps, activity; Arabic from right to left, at the width of a phone. */
describe('in every language', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, {
    name: 'Wildflower Books',
    description: 'Second-hand books.',
    scopes: { openid: { required: true }, email: { required: true, reason: 'For receipts.' }, profile: {} },
  })
  const passkey = usePasskey(system, { name: 'Ada Lovelace', nickname: 'Countess', email: 'ada@example.org' })

  test.each(Object.keys(LANGUAGES).filter((language) => language !== 'en') as Language[])('%s', async (language) => {
    const text: FullText = { ...(await loadEntryText(language)), ...(await loadRestText(language)) }
    const viewport = { width: 360, height: 740 }
    const { page, problems } = await openBrowser(browser, { passkey, locale: language, viewport })
    const signInHere = () => page.getByRole('button', { name: text.signIn.passkey, exact: true }).click()
    const flow = await app.begin()
    await page.goto(flow.url)
    await signInHere()
    await page.getByText(text.consent.scopes, { exact: true }).waitFor()
    await look(page, `consent-${language}`)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: text.consent.approve, exact: true }).click()
    await page.waitForURL(/callback/)
    await flow.finish(page)

    await page.goto(`${system.webUrl}/sign-in`)
    await signInHere()
    for (const [name, title] of [
      ['home', text.vault.title],
      ['apps', text.apps.title],
      ['activity', text.navigation.pages.activity],
    ] as const) {
      await page.getByRole('link', { name: text.navigation.pages[name], exact: true }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      if (name !== 'home') await page.getByText('Wildflower Books').first().waitFor()
      await look(page, `${name}-${language}`)
      await expectNoOverflow(page)
    }
    expect(problems).toEqual([])
  })
})
