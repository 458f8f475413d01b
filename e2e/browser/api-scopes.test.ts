import { withRegistrar } from '@countersign/provider'
import { startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { signInByPasskeyOnPage } from '../support/person.ts'
import { newPasskey, openBrowser, openNewVault } from '../support/signed-in.ts'
import { type System, startSystem } from '../support/system.ts'

/** As an operator does it by the command line. */
async function registerNotes({ providerSql: sql }: System): Promise<void> {
  await withRegistrar({ sql, by: 'command_line:tests' }, async (registrar) => {
    await registrar.addResourceServer({
      resource: 'https://notes.example',
      name: 'Wildflower Notes',
      access_token_format: 'jwt',
      scopes: [{ name: 'notes:read', texts: { en: { title: 'Read your notes', description: 'All of them.' } } }],
    })
  })
}

describe('an app that asks for the scope of an API', () => {
  const system = startBeforeAll(async () => {
    const started = await startSystem('postgresql', 'together')
    await registerNotes(started)
    return started
  })
  const browser = useBrowser()

  test('is let in where its person reads what it reaches, and gets a token for just that API', async () => {
    const app = await registerApp(system, { name: 'Reader', scopes: { openid: {}, 'notes:read': {} } })
    const passkey = newPasskey(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    await openNewVault(page, system)
    const flow = app.begin()
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('heading', { name: 'Read your notes' }).waitFor()
    expect(await page.getByText('Wildflower Notes', { exact: true }).count()).toBe(2)
    await page.getByText('About this request').click()
    await page.locator('dd', { hasText: 'All of them. (Wildflower Notes, notes.example)' }).waitFor()
    expect(await page.locator('#summary').textContent()).toBe('Reader can reach, in your name: Wildflower Notes')
    expect(await page.getByText('It shares none of your data').count()).toBe(0)
    await look(page, 'consent-api-scope')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'The app')
    const { tokens, scope } = await flow.finish(page)
    expect(scope).toEqual(['notes:read'])
    expect(decodeJwt(tokens.accessToken)).toMatchObject({ aud: 'https://notes.example', scope: 'notes:read' })
    expect(problems).toEqual([])
  })
})
