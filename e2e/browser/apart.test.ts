import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { PAGES, useBrowser } from '../support/browser.ts'
import { approveFirstOnPage, createAccountOnPage, openBrowser } from '../support/person.ts'
import { relyingApp } from '../support/start-flow.ts'
import { startSystem } from '../support/system.ts'

const LAYOUTS = [
  ['provider, core and consent client on three origins', 'apart'],
  ['the page on an origin of its own, from a process without a secret', 'page_apart'],
] as const
const browser = useBrowser()

describe.each(LAYOUTS)('with %s', PAGES, (_case, layout) => {
  const system = startBeforeAll(() => startSystem('postgresql', layout))

  test('a person signs up and approves', async () => {
    const { page, problems } = await openBrowser(browser)
    const app = relyingApp(system)
    const { url, flow } = await app.beginSignIn()

    await page.goto(url)
    await createAccountOnPage(page, { login: 'grace', password: 'amazing grace hopper 1906' })
    await page.getByLabel('Email address', { exact: true }).fill('grace@example.com')
    await approveFirstOnPage(page)
    await page.getByRole('heading', { name: 'The app' }).waitFor()

    const { subject, claims } = await app.finishSignIn(page.url(), flow)
    expect(claims).toEqual({ email: 'grace@example.com' })
    expect(subject).toMatch(/^[0-9a-f-]{36}$/)
    expect(problems).toEqual([])
  })
})
