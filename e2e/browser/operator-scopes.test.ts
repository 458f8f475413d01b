import { withRegistrar } from '@countersign/provider'
import { startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { look, PAGES, useBrowser } from '../support/browser.ts'
import {
  approveOnPage,
  fillClaim,
  newPerson,
  openRequest,
  openVault,
  openVaultPage,
  saveVault,
  shownValues,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { type System, startSystem } from '../support/system.ts'

const TEXTS = { en: { title: 'Loyalty card', description: 'The number of your card, and its level.' } }

/** As an operator does it by the command line. */
async function defineLoyalty({ providerSql: sql }: System): Promise<void> {
  await withRegistrar({ sql, by: 'command_line:tests' }, async (registrar) => {
    await registrar.defineClaim({
      name: 'loyalty_number',
      openid_name: 'loyalty_number',
      labels: { en: 'Number of your card' },
    })
    await registrar.defineClaim({ name: 'loyalty_level', openid_name: 'loyalty_level', labels: { en: 'Card level' } })
    await registrar.defineScope({ name: 'loyalty', texts: TEXTS, claims: ['loyalty_number', 'loyalty_level'] })
  })
}

/** An API, with its scope. */
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

describe("an operator's scope", PAGES, () => {
  const system = startBeforeAll(async () => {
    const started = await startSystem('postgresql', 'together')
    await defineLoyalty(started)
    await registerNotes(started)
    return started
  })
  const browser = useBrowser()

  test("shows the operator's texts, takes values on the spot or from the vault, and reaches the app", async () => {
    const app = await registerApp(system, { name: 'Wildflower Books', scopes: { openid: {}, loyalty: {} } })
    const { page, problems } = await openVault(browser, system)
    await fillClaim(page, 'Card level', 'gold')
    await saveVault(page)

    const flow = await app.begin()
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('heading', { name: 'Loyalty card' }).waitFor()
    await page.getByText('Add 1 more').click()
    await page.getByLabel('Number of your card', { exact: true }).fill('4711')
    await look(page, 'consent-operator-scope')
    await approveOnPage(page)
    const { claims, scope } = await flow.finish(page)
    expect({ ...claims }).toEqual({ loyalty_number: '4711', loyalty_level: 'gold' })
    expect(scope).toEqual(['openid', 'loyalty'])

    await openVaultPage(page, system)
    await expect.poll(() => shownValues(page, 'Number of your card')).toEqual(['4711'])
    expect(problems).toEqual([])
  })

  test('of an API says what the app would reach, and its token is for that API alone', async () => {
    const app = await registerApp(system, { name: 'Reader', scopes: { openid: {}, 'notes:read': {} } })
    const flow = await app.begin()
    const { passkey } = await newPerson(system)
    const { page, problems } = await openRequest(browser, flow.url, { passkey })
    await page.getByRole('heading', { name: 'Read your notes' }).waitFor()
    expect(await page.getByText('Wildflower Notes', { exact: true }).count()).toBe(2)
    await page.getByText('About this request').click()
    await page.locator('dd', { hasText: 'All of them. (Wildflower Notes, notes.example)' }).waitFor()
    expect(await page.locator('#summary').textContent()).toBe('Reader can act for you at: Wildflower Notes')
    expect(await page.getByText('It shares none of your data').count()).toBe(0)
    await look(page, 'consent-api-scope')
    await approveOnPage(page)
    const { tokens, scope } = await flow.finish(page)
    expect(scope).toEqual(['notes:read'])
    expect(decodeJwt(tokens.accessToken)).toMatchObject({ aud: 'https://notes.example', scope: 'notes:read' })
    expect(problems).toEqual([])
  })
})
