import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import {
  type ExtendedDriver,
  isWholeChromiumHere,
  launchExtendedChromium,
  launchExtendedFirefox,
} from '../support/browsers/extension.ts'
import { isFirefoxHere } from '../support/browsers/firefox.ts'
import { fill, lookAt, press, readText, valueOf, waitFor } from '../support/browsers/steps.ts'
import { hostileServer, ranSince } from '../support/hostile-server.ts'
import { startLyingSystem } from '../support/lying-core.ts'

const WANTED = (process.env['BROWSERS'] ?? 'chromium').split(' ')

const BROWSERS = [
  { name: 'chromium', launch: launchExtendedChromium, isHere: isWholeChromiumHere },
  { name: 'firefox', launch: launchExtendedFirefox, isHere: isFirefoxHere },
] as const

describe('the client as an extension', () => {
  const lying = startBeforeAll(() => startLyingSystem())
  let app: AskingApp

  beforeAll(async () => {
    app = await registerApp(lying.system, { name: 'Wildflower Books', scopes: { openid: {}, profile: {} } })
  })

  for (const { name, launch, isHere } of BROWSERS) {
    const isRun = isHere && WANTED.includes(name)
    const notRun = isRun ? '' : ` (not run: ${isHere ? 'npm run test:all does' : `there is no ${name} here`})`

    describe.runIf(isRun)(`in ${name}${notRun}, at a service whose every page is hostile,`, () => {
      let driver: ExtendedDriver

      beforeAll(async () => {
        lying.proxy.lie = hostileServer
        driver = await launch()
      })
      afterAll(async () => {
        lying.proxy.lie = undefined
        await driver?.close()
      })

      /** Opens an address at the service, and answers where the browser is then. */
      const visit = async (path: string): Promise<string> => {
        await driver
          .open(`${lying.url}${path}`)
          .catch((error: unknown) => console.log('OPEN', path, String(error).slice(0, 200)))
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return driver.evaluate(() => location.href)
      }

      test('explore', async () => {
        await driver.open(lying.url)
        await expect.poll(() => ranSince(lying.proxy.received, 0)).toContain('page')
        await expect
          .poll(async () => {
            await driver.open(lying.url)
            await new Promise((resolve) => setTimeout(resolve, 500))
            return ranSince(lying.proxy.received, 0)
          })
          .toContain('planted')
        console.log(ranSince(lying.proxy.received, 0), driver.base)
        await driver.open(`${driver.base}services.html`)
        await fill(driver, 'Address', lying.url)
        await lookAt(driver, `${name}-extension-add`)
        await press(driver, 'button', 'Continue')
        await lookAt(driver, `${name}-extension-confirm`)
        await press(driver, 'button', `Open ${new URL(lying.url).host} with this extension from now on`)
        await waitFor(driver, 'button', 'Continue')
        await lookAt(driver, `${name}-extension-services`)
        await new Promise((resolve) => setTimeout(resolve, 1000))
        const before = lying.proxy.received.length
        for (const path of [
          '/',
          '/consent?auth_request_id=x&y=1',
          '/device',
          '/logout#abc',
          '/grants',
          '/console',
          '/sw.js',
          '/oauth/hostile/1',
        ]) {
          console.log(path, await visit(path), await readText(driver, 'h1'), ranSince(lying.proxy.received, before))
        }
        const flow = await app.begin()
        await driver.open(flow.url).catch((error: unknown) => console.log('OPEN', String(error)))
        await fill(driver, 'Your name', 'Ada Lovelace')
        await press(driver, 'button', 'Create a passkey')
        await expect.poll(() => valueOf(driver, 'Full name')).toBe('Ada Lovelace')
        console.log(ranSince(lying.proxy.received, before), driver.problems())
      })
    })
  }
})
