import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectHeading, expectNoOverflow, look, PAGES, useBrowser } from '../support/browser.ts'
import { openByToken, openConsole, openPart, pressAndConfirm, useConsole } from '../support/console.ts'
import { openBrowser, signInByPasskeyOnPage } from '../support/person.ts'

describe('an app in the console', PAGES, () => {
  const system = useConsole()
  const browser = useBrowser()

  test('is registered, shows what to copy, and is tested by a sign-in that leaves nothing', async () => {
    const { passkey } = await signUp({ url: system.url, origin: system.url })
    const { page, problems } = await openBrowser(browser, { passkey })
    await openByToken(page, `${system.url}/console/register`)
    await page.getByLabel('Name', { exact: true }).fill('Corner Shop')
    await page.getByLabel('Redirect URIs').fill('https://shop.example/callback')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expectHeading(page, 'Corner Shop is registered')
    const [clientId = '', secret = ''] = await page.locator('code').allInnerTexts()
    await page.getByRole('link', { name: 'Go to the app' }).click()

    await page.getByText(`${system.url}/oauth/token/`).waitFor()
    await page.getByText(clientId, { exact: true }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain(secret)
    await look(page, 'console-app-integrate')

    await openPart(page, 'Test sign-in')
    await page.getByRole('button', { name: 'Prepare a test' }).click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Open the sign-in in a new tab' }).click()
    const tab = await opening
    await signInByPasskeyOnPage(tab)
    await tab.getByText('Corner Shop').first().waitFor()
    await tab.getByRole('button', { name: 'Approve' }).click()
    await tab.getByText('The result is in the console. You can close this tab.').waitFor()
    expect(tab.url()).toBe(`${system.url}/console/test-sign-in`)
    await page.getByText('The sign-in works: this is what the app would get.').waitFor()
    const received = page.locator('.received')
    await expect.poll(() => received.innerText()).toContain(`"aud": "${clientId}"`)
    expect(await received.innerText()).toContain('only the app can open them')
    await look(page, 'console-app-test')

    const query = { client_id: clientId, redirect_uri: 'https://shop.example/wrong', response_type: 'code' }
    await fetch(`${system.url}/oauth/authorize?${new URLSearchParams(query)}`)
    await openPart(page, 'Errors')
    const errors = page.getByRole('table', { name: 'Errors of the last 30 days' })
    await expect.poll(() => errors.innerText()).toContain('redirect_uri_mismatch')
    expect(await errors.innerText()).toContain('Register the redirect URI that the app sends')
    expect(page.url()).toBe(`${system.url}/console/app?client_id=${clientId}&part=errors`)
    await look(page, 'console-app-errors')
    expect(problems).toEqual([])
  })

  test('takes claims, scopes and an API that the console defines, in languages, and keeps what is in use', async () => {
    const { page, problems } = await openConsole(browser, `${system.url}/console/claims`)
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Define a claim' }).click()
    await save()
    await page.getByText('Give it a label that people understand.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('loyalty_number')
    await page.getByLabel('Label').fill('Loyalty number')
    await page.getByLabel('Add a language').selectOption('German')
    await page.getByRole('group', { name: 'German' }).getByLabel('Label').fill('Kundennummer')
    await save()
    await page.getByText('The claim is defined.').waitFor()

    await page.getByRole('link', { name: 'Scopes', exact: true }).click()
    await page.getByRole('button', { name: 'Define a scope' }).click()
    await page.getByLabel('Name', { exact: true }).fill('loyalty')
    await page.getByLabel('Title').fill('Loyalty card')
    await page.getByLabel('loyalty_number').check()
    await look(page, 'console-scopes-form')
    await save()
    await page.getByText('The scope is defined.').waitFor()
    await page.getByRole('button', { name: 'Change loyalty' }).click()
    await page.getByLabel('Title').fill('Loyalty')
    await save()
    await expect.poll(() => page.getByRole('table').innerText()).not.toContain('Loyalty card')

    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await page.getByRole('link', { name: 'Register an app' }).click()
    await page.getByLabel('Loyalty loyalty').check()
    await page.getByLabel('Why it asks: Loyalty').waitFor()

    await page.getByRole('link', { name: 'Claims', exact: true }).click()
    await pressAndConfirm(page, 'Remove loyalty_number', 'Remove')
    await page.getByRole('alert').filter({ hasText: 'loyalty' }).waitFor()

    await page.getByRole('link', { name: 'Resource servers', exact: true }).click()
    await page.getByRole('button', { name: 'Register an API' }).click()
    await page.getByLabel('Name', { exact: true }).first().fill('Notes')
    await page.getByLabel('Address').fill('https://api.example/notes')
    const scope = page.getByRole('group', { name: 'New scope' })
    await scope.getByLabel('Title').fill('See your notes')
    await scope.getByLabel('Name', { exact: true }).fill('notes:read')
    await look(page, 'console-resources-form')
    await save()
    const secret = page.getByRole('region', { name: 'Client secret of the API' }).locator('code').first()
    expect(await secret.innerText()).toMatch(/^cs_cs_/)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await pressAndConfirm(page, 'Remove Notes', 'Remove')
    await page.getByText('The API was removed.').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Scopes', exact: true }).click()
    await page.getByRole('button', { name: 'Remove loyalty' }).waitFor()
    await expectNoOverflow(page)
    await look(page, 'console-scopes-phone')
    await pressAndConfirm(page, 'Remove loyalty', 'Remove')
    await page.getByText('The scope was removed.').waitFor()
    expect(problems.filter((each) => !each.includes('409'))).toEqual([])
  })

  test('that the apps file holds is marked, and read without being changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-console-'))
    const file = join(folder, 'apps.json')
    const scope = { name: 'club', texts: { en: { title: 'Club', description: '' } }, claims: ['email'] }
    const scopes = [{ name: 'club', reason: '', required: true }]
    const shop = { client_id: 'shop', name: 'Book Club', redirect_uris: ['https://club.example/cb'], scopes }
    writeFileSync(file, JSON.stringify({ scopes: [scope], clients: [{ ...shop, token_endpoint_auth_method: 'none' }] }))
    await system.restart({ APPS_FILE: file })
    const { page, problems } = await openConsole(browser, `${system.url}/console`)
    const row = page.getByRole('row').filter({ hasText: 'club.example' })
    await row.getByText('From the apps file').waitFor()
    await row.getByRole('link', { name: 'Book Club' }).click()
    await page.getByText('Change it there, then run countersign apply or restart.').waitFor()
    await openPart(page, 'Description')
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    await look(page, 'console-app-from-file')
    await openPart(page, 'Disable & delete')
    expect(await page.getByRole('button', { name: 'Disable', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Scopes', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'club' }).getByText('From the apps file').waitFor()
    expect(await page.getByRole('button', { name: 'Change club' }).count()).toBe(0)
    expect(problems).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
