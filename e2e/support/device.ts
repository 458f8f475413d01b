import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput, CallName } from '@countersign/device'
import type { BrowserContext, Page } from 'playwright-core'
import { bundleForPage } from './bundle.ts'
import type { createPageDevice, PageDevice } from './in-page/device.ts'

declare global {
  interface Window {
    inPage: { createPageDevice: typeof createPageDevice }
  }
}

const ASSETS = join(import.meta.dirname, '..', '..', 'services', 'web', 'dist', 'assets')

type Addresses = { readonly consentUrl: string; readonly coreUrl: string; readonly providerUrl: string }

/** A person's device as a test drives it: the page of the consent client, its passkey code, and the built worker. */
export type DeviceInPage = PageDevice & { readonly page: Page }

/** Opens the consent client's page in a tab of its own, and a device in it. */
export async function openDevice(context: BrowserContext, { consentUrl, ...others }: Addresses): Promise<DeviceInPage> {
  const page = await context.newPage()
  await page.goto(consentUrl)
  await page.locator('h1').waitFor()
  return deviceIn(page, { consentUrl, ...others })
}

export async function deviceIn(page: Page, { consentUrl, coreUrl, providerUrl }: Addresses): Promise<DeviceInPage> {
  await page.evaluate(await bundleForPage('device.ts', 'inPage'))
  const addresses = { workerUrl: workerPath(), coreUrl: consentUrl === coreUrl ? '' : coreUrl, issuer: providerUrl }
  await page.evaluate((input) => {
    window.device = window.inPage.createPageDevice(input)
  }, addresses)
  return {
    page,
    call: <Name extends CallName>(name: Name, input: CallInput<Name>) =>
      page.evaluate(([to, what]) => window.device.call(to as Name, what as CallInput<Name>), [name, input] as const),
    signUpByPasskey: () => page.evaluate(() => window.device.signUpByPasskey()),
    signInByPasskey: () => page.evaluate(() => window.device.signInByPasskey()),
    confirm: <Name extends CallName>(name: Name, input: CallInput<Name>) =>
      page.evaluate(([to, what]) => window.device.confirm(to as Name, what as CallInput<Name>), [name, input] as const),
    addPasskey: (label) => page.evaluate((name) => window.device.addPasskey(name), label),
  }
}

/** The worker that people get: the one of the build. */
function workerPath(): string {
  const name = readdirSync(ASSETS).find((file) => /^vault-worker-[^.]+\.js$/.test(file))
  if (!name) throw new Error('The web client is not built: npm run build.')
  return `/assets/${name}`
}
