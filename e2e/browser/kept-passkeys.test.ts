import { sqlText } from '@countersign/service/sql'
import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { look, useBrowser } from '../support/browser.ts'
import { openBrowser, signUpToVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

/** Between the two messages of a sign-in: what core then refuses, although the passkey is right. */
const REFUSALS = [
  ['took too long to confirm', sqlText`update core.passkey_challenges set expires_at = now()`],
  ['is missing from a restored database', sqlText`delete from core.passkeys`],
  [
    'counts lower than core remembers',
    sqlText`update core.passkeys set sign_count = 1000000, is_backup_eligible = false`,
  ],
] as const

/** The passkey is the key of the vault: only its owner may have it removed. */
describe('a passkey that core refuses because it', () => {
  const system = useSystem()
  const browser = useBrowser()

  test.each(REFUSALS)('%s is kept by the authenticator, and the page says what to do', async (_case, change) => {
    const { page } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system)
    await page.goto(`${system.consentUrl}/sign-in`)
    await page.route('**/api/session/passkey/finish/', async (route) => {
      await system.providerSql`${change}`
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    // The button that unlocks has the same name, and is gone by then.
    await page.getByLabel('Login name').waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'passkey' }).waitFor()
    expect(await authenticator.count()).toBe(1)
    await page.getByText('It stays on your device').waitFor()
    await look(page, 'passkey-refused')
  })
})
