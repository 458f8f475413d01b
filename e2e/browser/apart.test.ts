import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openContext } from '../support/browser.ts'
import { signUpOnPage } from '../support/person.ts'
import { relyingApp } from '../support/start-flow.ts'
import { APP_REDIRECT_URI, type System, startSystem } from '../support/system.ts'

let system: System
let browser: Browser

beforeAll(async () => {
  system = await startSystem('postgresql', 'apart')
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await system?.close()
})

test('with provider, core and consent client on three origins, a person signs up and approves', async () => {
  const { context, problems } = await openContext(browser)
  const page = await context.newPage()
  // The app is the world outside: what matters is what the browser brings to its callback.
  await page.route(`${APP_REDIRECT_URI}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The app</h1>' }),
  )
  const app = relyingApp(system)
  const { url, flow } = app.beginSignIn()

  await page.goto(url)
  await page.getByRole('link', { name: 'Create one' }).click()
  await signUpOnPage(page, { login: 'grace', password: 'amazing grace hopper 1906' }, async () => undefined)
  await page.getByLabel('E-mail address', { exact: true }).fill('grace@example.com')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'The app' }).waitFor()

  const { subject, claims } = await app.finishSignIn(page.url(), flow)
  expect(claims).toEqual({ email: 'grace@example.com' })
  expect(subject).toMatch(/^[0-9a-f-]{36}$/)
  expect(problems).toEqual([])
  await context.close()
})
