import { describe, expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { signInByPasskeyOnPage } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { newPasskey, openBrowser, openNewVault } from '../support/signed-in.ts'

const NAME = 'Wildflower Books'

describe('an app that reads like one that was approved', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('is told from it on the consent page, with its name, its host and since when it is known', async () => {
    const scopes = { openid: {}, email: {} }
    const known = await registerApp(system, { name: NAME, scopes })
    const other = await registerApp(system, { name: 'WILDFLOWER\u2009books', scopes })
    const { page, problems } = await openBrowser(browser, { passkey: newPasskey(system) })
    await openNewVault(page, system)

    const openRequest = async (url: string, name: string) => {
      await page.goto(url)
      await signInByPasskeyOnPage(page)
      await expectHeading(page, `${name} asks for some of your data`)
    }
    const namesakes = page.getByRole('heading', { name: /^You know another app like/ })
    await openRequest((await known.begin()).url, NAME)
    expect(await namesakes.count()).toBe(0)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'The app')

    await openRequest((await other.begin()).url, 'WILDFLOWER\u2009books')
    await namesakes.waitFor()
    await page.getByText('Your vault does not know this app yet.').waitFor()
    const shown = await page.locator('.app-changes').innerText()
    for (const text of [NAME, 'localhost:8090', 'Known since']) expect(shown).toContain(text)
    await look(page, 'consent-namesake')
    // The app that is known is itself, as before.
    await page.goto((await known.begin()).url)
    await page.getByRole('button', { name: 'See and change what is shared' }).click()
    await expectHeading(page, `${NAME} asks for some of your data`)
    expect(await namesakes.count()).toBe(0)
    expect(problems).toEqual([])
  })
})
