import { describe, expect, test } from 'vitest'
import { expectHeading, expectNoOverflow, look, PAGES, useBrowser } from '../support/browser.ts'
import { approveOnPage, openBrowser, signInByPasskeyOnPage, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { relyingApp } from '../support/start-flow.ts'

describe('a request that cannot be answered', () => {
  const system = useSystem()
  const browser = useBrowser()
  const passkey = usePasskey(system)

  /** Starts a flow in a browser that is signed in, up to the page with the request. */
  async function arrive(changeIt = async (): Promise<unknown> => undefined, wishes = '') {
    const { page } = await openBrowser(browser, { passkey })
    const { url, flow } = await relyingApp(system).beginSignIn()
    await page.goto(url + wishes)
    // Only then is the request changed, so that it shows after the sign-in.
    await page.getByText('Demo App').waitFor()
    await changeIt()
    await signInByPasskeyOnPage(page)
    return { page, flow }
  }

  const expireAll = () => system.providerSql`update provider.authorization_requests set expires_at = now()`

  test('that has expired says so, and leads back to the app with request_expired, state and iss', async () => {
    const { page, flow } = await arrive(expireAll)
    await expectHeading(page, 'This request has expired')
    await look(page, 'request-expired')
    await page.getByRole('link', { name: 'Back to Demo App' }).click()
    await expectHeading(page, 'The app')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'request_expired',
      error_description: 'The request expired before the person answered it.',
      state: flow.state,
      iss: system.providerUrl,
    })
  })

  test('whose address is damaged says so before the sign-in', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(`${system.webUrl}/consent?auth_request_id=42`)
    await expectHeading(page, 'This link isn’t complete')
    await look(page, 'request-damaged')
  })

  test('that wants a new sign-in asks for one where the last is older, and then goes through', PAGES, async () => {
    const { page, flow } = await arrive(undefined, '&prompt=login')
    await expectHeading(page, 'Demo App asks for some of your data')
    await system.providerSql`update core.sessions set auth_time = now() - interval '1 hour'`
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('This app asks you to sign in again before you approve.').waitFor()
    await signInByPasskeyOnPage(page)
    await approveOnPage(page)
    const { subject } = await relyingApp(system).finishSignIn(page.url(), flow)
    expect(subject).toEqual(expect.any(String))
  })

  test('a double click on Approve approves once, and the app gets its code', async () => {
    const { page, flow } = await arrive()
    await page.getByLabel('Email address', { exact: true }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Approve' }).dblclick()
    await expectHeading(page, 'The app')
    const { claims } = await relyingApp(system).finishSignIn(page.url(), flow)
    expect(claims).toEqual({ email: 'ada@example.com' })
  })

  test.each([
    ['a script', 'javascript:document.title="ran"'],
    ['a page of its own', 'data:text/html,<title>ran</title>'],
    ['another app', 'https://evil.example/callback'],
  ])('a provider that sends the person to %s does not get them there', async (_case, redirect_uri) => {
    const { page } = await arrive()
    await page.route('**/deny/', (route) =>
      route.fulfill({ json: { redirect_uri, error: 'access_denied', state: 'any' } }),
    )
    await page.getByRole('button', { name: 'Deny' }).click()
    await expectHeading(page, 'We can’t safely send you back')
    expect(await page.title()).not.toBe('ran')
    expect(new URL(page.url()).origin).toBe(system.webUrl)
  })

  test('an approval that leads to another address does not claim that nothing was shared', PAGES, async () => {
    const { page } = await arrive()
    await page.route('**/complete/', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), redirect_uri: 'https://evil.example/callback' },
      })
    })
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'We can’t safely send you back')
    await page.getByText('Your activity shows what was shared, if anything.').waitFor()
    expect(await page.getByText('Nothing was shared').count()).toBe(0)
  })

  test.each([
    ['en', 'This sign-in link doesn’t work', {}],
    ['de', 'Dieser Anmelde-Link funktioniert nicht', { colorScheme: 'dark' }],
    ['ar', 'رابط تسجيل الدخول هذا لا يعمل', { viewport: { width: 320, height: 640 } }],
  ] as const)(
    'an authorize link with an unregistered address is explained in %s, and leads back',
    PAGES,
    async (locale, heading, options) => {
      const { page, problems } = await openBrowser(browser, { locale, ...options })
      await page.goto(`${system.webUrl}/recovery`)
      await page.locator('h1').waitFor()
      const { url } = await relyingApp(system).beginSignIn()
      const broken = new URL(url)
      broken.searchParams.set('redirect_uri', 'https://evil.example/callback')
      await page.goto(broken.href)
      await expectHeading(page, heading)
      await look(page, `authorize-refused-${locale}`)
      expect(page.url()).toBe(broken.href)
      expect(await page.locator('main').innerText()).toContain('redirect_uri_mismatch')
      await expectNoOverflow(page)
      await page.locator('#back').click()
      await expect.poll(() => page.url()).toBe(`${system.webUrl}/recovery`)
      // The browser logs the status of the refusal page.
      expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([])
    },
  )
})
