import { newDevice, signInByPasskey } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { APP_ORIGIN, APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf } from '../support/approval.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { newPerson, openBrowser, signInByPasskeyOnPage } from '../support/person.ts'
import { lend } from '../support/shared.ts'
import { relyingApp } from '../support/start-flow.ts'
import { coreOf, startSystem } from '../support/system.ts'

const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'
const SUPPORT = 'https://help.example/contact'

describe('an account that an operator suspends', PAGES, () => {
  const system = lend(() =>
    startSystem('postgresql', 'together', { settings: { ADMIN_TOKEN, BRAND_SUPPORT_URL: SUPPORT } }),
  )
  const browser = useBrowser()

  async function act(userId: string, kind: 'suspend' | 'unsuspend', reason: string): Promise<void> {
    const response = await fetch(`${system.coreUrl}/api/core/admin/accounts/${userId}/${kind}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
    })
    expect(response.status).toBe(200)
  }

  test('shows the reason at the next sign-in; once unsuspended, the app has access again', async () => {
    const person = await newPerson(system, { email: 'ada@example.org' })
    const { page, problems } = await openBrowser(browser, { passkey: person.passkey })
    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
    const app = relyingApp(system)
    const { url, flow } = await app.beginSignIn()
    const approval = await approvalOf({ system }, person.device, url)
    const { code } = await person.device.approve({ ...approval, scopes: ['openid'] })
    const back = new URLSearchParams({ code, state: flow.state, iss: system.providerUrl })
    const { tokens } = await app.finishSignIn(`${APP_REDIRECT_URI}?${back}`, flow)
    const { userId } = await person.device.refresh({})
    await act(userId, 'suspend', 'Mail was sent without consent.')
    await expect(app.refresh(tokens.refreshToken ?? '')).rejects.toMatchObject({ code: 'invalid_grant' })

    // The page first asks whether the session that it kept is still there.
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/session/'))
    await page.goto((await app.beginSignIn()).url)
    expect((await asked).status()).toBe(401)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your account is suspended')
    await expectHeading(page, 'Your account is suspended')
    await page.getByText('Mail was sent without consent.').waitFor()
    await page.getByText(userId).waitFor()
    expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(SUPPORT)
    await look(page, 'account-suspended')
    await page.getByRole('link', { name: 'Back to Demo App' }).click()
    await page.waitForURL(`${APP_ORIGIN}/**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your account is suspended')
    await page.getByRole('button', { name: 'Sign in to another account' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()

    await act(userId, 'unsuspend', 'It was not you.')
    expect((await app.refresh(tokens.refreshToken ?? '')).tokens.accessToken).toMatch(/^cs_at_/)
    await signInByPasskeyOnPage(page)
    await page.getByText('It was not you.').waitFor()
    expect(await page.getByText('Not you? Sign it out').count()).toBe(0)
    await look(page, 'account-unsuspended')
    const device = newDevice(coreOf(system))
    await signInByPasskey(device, person.passkey)
    const { events } = await device.listEvents({})
    expect(events.slice(2, 4)).toMatchObject([
      { type: 'account_unsuspended', reason: 'It was not you.' },
      { type: 'account_suspended', reason: 'Mail was sent without consent.' },
    ])
    expect(problems).toEqual([])
  })
})
