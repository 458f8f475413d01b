import { startBeforeAll } from '@countersign/testing'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Driver, launchChromium } from '../support/browsers/driver.ts'
import { isFirefoxHere, launchFirefox } from '../support/browsers/firefox.ts'
import { approveFirst, fill, lookAt, press, readText, valueOf, waitFor } from '../support/browsers/steps.ts'
import { isWebKitHere, launchWebKit } from '../support/browsers/webkit.ts'
import { type KeptApp, keepSession, registerKeptApp } from '../support/kept-app.ts'
import { startLyingSystem } from '../support/lying-core.ts'

const PASSWORD = 'violet kettle sleeps in orbit'
/** Chromium alone by default: every machine has it. */
const WANTED = (process.env['BROWSERS'] ?? 'chromium').split(' ')

/** The password in Chromium is the subject of other tests; WebKitGTK has no passkeys. */
const BROWSERS = [
  { name: 'chromium', launch: launchChromium, isHere: true, by: 'passkey' },
  { name: 'firefox', launch: launchFirefox, isHere: isFirefoxHere, by: 'passkey' },
  { name: 'firefox', launch: launchFirefox, isHere: isFirefoxHere, by: 'password' },
  { name: 'webkit', launch: launchWebKit, isHere: isWebKitHere, by: 'password' },
] as const

describe('main way, running no changed script', () => {
  const lying = startBeforeAll(() => startLyingSystem())
  let app: KeptApp
  let launched: Driver | undefined

  beforeAll(async () => {
    const scopes = { openid: {}, profile: {} }
    app = await registerKeptApp(lying, { name: 'Wildflower Books', scopes })
  })
  afterEach(async () => {
    lying.proxy.lie = undefined
    await launched?.close()
    launched = undefined
  })

  for (const { name, launch, isHere, by } of BROWSERS) {
    const isRun = isHere && WANTED.includes(name)
    const notRun = isRun ? '' : ` (not run: ${isHere ? 'npm run test:all does' : `there is no ${name} here`})`

    test.runIf(isRun)(
      `is gone from the app and back, and on to a change in the vault, by ${by} in ${name}${notRun}`,
      async () => {
        const driver = await launch()
        launched = driver
        await expectChangedScriptNotToRun(driver)
        const flow = await app.begin()
        await driver.open(flow.url)
        await lookAt(driver, `${name}-first-visit`)
        await (by === 'passkey' ? signUpByPasskey(driver) : signUpByPassword(driver, name))
        await lookAt(driver, `${name}-consent`)
        await press(driver, 'switch', 'Keep this up to date')
        await approveFirst(driver)
        const address = await driver.evaluate(() => location.href)
        const signedIn = await flow.finish({ url: () => address })
        expect(signedIn.claims).toMatchObject({ name: 'Ada Lovelace' })

        await openVault(driver, by)
        await expect.poll(() => readText(driver, '.vault-rows')).toContain('Ada Lovelace')
        await press(driver, 'button', 'Add About you')
        await press(driver, 'button', 'Nickname')
        await fill(driver, 'Nickname', 'Countess')
        await press(driver, 'button', 'Save')
        await expect.poll(() => readText(driver, 'main')).toContain('Saved in your vault.')
        await lookAt(driver, `${name}-vault`)
        await press(driver, 'button', 'Edit Full name')
        await driver.click(await waitFor(driver, 'field', 'Full name'))
        await driver.type(' King')
        await press(driver, 'button', 'Save')
        await waitFor(driver, 'button', 'Send')
        await lookAt(driver, `${name}-updates`)
        await press(driver, 'button', 'Send')
        await press(driver, 'button', 'Done')
        const data = await keepSession(lying, app, signedIn).refresh()
        // The pointer says where in the name.
        expect(data?.claims['name']).toContain(' King')
        // The changed script was refused, and said so where the browser has a log.
        expect(driver.problems().filter((problem) => !problem.includes('/assets/sign-up-page-'))).toEqual([])
      },
    )
  }

  async function expectChangedScriptNotToRun(driver: Driver): Promise<void> {
    lying.proxy.lie = async ({ path }, truth) => {
      const told = await truth()
      if (!path.startsWith('/assets/sign-up-page-')) return told
      return {
        ...told,
        headers: { ...told.headers, 'cache-control': 'no-store' },
        body: `${told.body}\n;document.title = 'changed'`,
      }
    }
    await driver.open(`${lying.url}/sign-in`)
    await press(driver, 'link', 'Create one')
    await waitFor(driver, 'heading', 'We couldn’t load this page')
    expect(await driver.evaluate(() => document.title)).not.toBe('changed')
    lying.proxy.lie = undefined
  }

  async function signUpByPasskey(driver: Driver): Promise<void> {
    await fill(driver, 'Your name', 'Ada Lovelace')
    await press(driver, 'button', 'Create a passkey')
    await expect.poll(() => valueOf(driver, 'Full name')).toBe('Ada Lovelace')
  }

  async function signUpByPassword(driver: Driver, name: string): Promise<void> {
    await press(driver, 'link', name === 'webkit' ? 'Create account' : 'Use a password instead')
    await fill(driver, 'Username', `ada.${name}`)
    await fill(driver, 'Password', PASSWORD)
    await lookAt(driver, `${name}-sign-up`)
    await press(driver, 'button', 'Create account')
    await fill(driver, 'Full name', 'Ada Lovelace')
  }

  async function openVault(driver: Driver, by: 'passkey' | 'password'): Promise<void> {
    await driver.open(`${lying.url}/sign-in`)
    if (by === 'password') await fill(driver, 'Password', PASSWORD)
    await press(driver, 'button', by === 'passkey' ? 'Sign in with a passkey' : 'Sign in')
    await waitFor(driver, 'heading', 'Your vault')
  }
})
