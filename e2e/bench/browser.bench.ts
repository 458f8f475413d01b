/**
 * `npm run bench:browser`: waiting times and gestures of a person, in Chromium with a virtual authenticator, against the
 * demo on this machine. Writes `bench/results/browser.json` and the table in `bench/README.md`.
 */
import { launchBrowser } from '../support/browser.ts'
import { startDemo } from '../support/demo.ts'
import { measureScripts, PASSKEY_BUTTON, PASSWORD_BUTTON, type ReturningPerson, signUpForDemo } from './paths.ts'
import { writeBrowserReport } from './report.ts'
import { measureOften, measureOpening, type Timing, timeUntilHeading, timeUntilUsable } from './timing.ts'
import { measureVisits } from './visits.ts'

const ADA = { login: 'ada', password: 'violet kettle sleeps in orbit' }
const TIMES = 9
// The vault's records of apps count towards its 5,000 entries.
const SIZES = [200, 4_990]
const VAULT = 'Your vault'

const demo = await startDemo()
const browser = await launchBrowser()
try {
  const scripts = await measureScripts(browser, demo, ADA)
  const person = await signUpForDemo(browser, demo)
  const times = await measureTimes(person)
  const visits = await measureVisits(browser, demo)
  const { page, recoveryKey } = person
  const openings: [string, Timing][] = []
  for (const items of SIZES) {
    const opening = await measureOpening(page, demo.url, { items, times: TIMES, recoveryKey })
    openings.push([`open a vault of ${items} entries`, opening])
  }
  const report = writeBrowserReport({
    scripts,
    visits,
    times: { ...times, ...Object.fromEntries(openings) },
  })
  process.stdout.write(`${report}\n`)
} finally {
  await browser.close()
  await demo.close()
}

/** With a warm cache, as on a return. */
async function measureTimes({ page }: ReturningPerson) {
  const signInUrl = `${demo.url}/sign-in`
  const askUrl = `${demo.appUrl}/sign-in`
  const byPasskey = await measureOften(TIMES, async () => {
    await page.goto(signInUrl)
    await page.getByRole('button', { name: PASSKEY_BUTTON }).waitFor()
    return timeUntilHeading(page, PASSKEY_BUTTON, VAULT)
  })
  const usable = await measureOften(TIMES, () => timeUntilUsable(page, askUrl, PASSKEY_BUTTON))
  const openAnotherWay = async () => {
    await page.goto(signInUrl)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await page.getByLabel('Username').waitFor()
  }
  const byPassword = await measureOften(TIMES, async () => {
    await openAnotherWay()
    await page.getByLabel('Username').fill(ADA.login)
    await page.getByLabel('Password', { exact: true }).fill(ADA.password)
    return timeUntilHeading(page, PASSWORD_BUTTON, VAULT)
  })
  // The browser offers the passkey again from here on.
  await openAnotherWay()
  await timeUntilHeading(page, PASSKEY_BUTTON, VAULT)
  return {
    'unlock by passkey, from the press to the open vault': byPasskey,
    'sign in by password, from the press to the open vault': byPassword,
    'from the app’s redirect to a consent page that can be used': usable,
  }
}
