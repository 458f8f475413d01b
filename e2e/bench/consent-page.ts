/**
 * `node e2e/bench/consent-page.ts`: how long a returning person waits, in a warm Chromium on this machine: from the
 * app's link to a page one can type in, and from the sign-in to a request one can answer.
 */
import { chromium, type Page } from 'playwright-core'
import { playApp, registerApp } from '../support/asking-app.ts'
import { signInOnPage, signUpOnPage } from '../support/person.ts'
import { startSystem } from '../support/system.ts'

const ADA = { login: 'ada@example.com', password: 'violet kettle sleeps in orbit' }
const ROUNDS = 15

const system = await startSystem('embedded', 'together')
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const app = await registerApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {}, profile: {} } })
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await playApp(page)
  await page.goto(`${system.consentUrl}/sign-up`)
  await signUpOnPage(page, ADA, async () => undefined)
  await page.getByLabel('E-mail address', { exact: true }).fill('ada@example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved in your vault.').waitFor()

  const rounds: Record<'toSignIn' | 'toRequest', number[]> = { toSignIn: [], toRequest: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await page.goto((await app.begin()).url)
    await page.getByLabel('Login name').waitFor()
    rounds.toSignIn.push(performance.now() - startedAt)
    rounds.toRequest.push(await measureRequest(page))
  }
  process.stdout.write(`from the app's link to a page to sign in on   ${describe(rounds.toSignIn)}\n`)
  process.stdout.write(`from the password to a request to answer      ${describe(rounds.toRequest)}\n`)
} finally {
  await browser.close()
  await system.close()
}

/** From the last letter of the password: the password protocol, the vault, the request. */
async function measureRequest(page: Page): Promise<number> {
  const startedAt = performance.now()
  await signInOnPage(page, ADA)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  return performance.now() - startedAt
}

function describe(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms`
}
