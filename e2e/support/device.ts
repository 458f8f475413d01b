import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput, CallName } from '@countersign/device'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import type * as inPage from './in-page/device.ts'

declare global {
  interface Window {
    inPage: typeof inPage
  }
}

const ASSETS = join(import.meta.dirname, '..', '..', 'services', 'web', 'dist', 'assets')

type Addresses = { readonly webUrl: string; readonly coreUrl: string; readonly providerUrl: string }

/** A device driven by a test: the consent client's page, its passkey code and the built worker. */
export type DeviceInPage = inPage.PageDevice & { readonly page: Page }

/** Opens the consent client's page in a new tab, and a device in it. */
export async function openDevice(context: BrowserContext, addresses: Addresses): Promise<DeviceInPage> {
  const page = await context.newPage()
  await page.goto(addresses.webUrl)
  await page.locator('h1').waitFor()
  return deviceIn(page, addresses)
}

export async function deviceIn(page: Page, { webUrl, coreUrl, providerUrl }: Addresses): Promise<DeviceInPage> {
  await loadInPage(page)
  const addresses = { workerUrl: workerPath(), coreUrl: webUrl === coreUrl ? '' : coreUrl, issuer: providerUrl }
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

/** The worker of the build, which users get. */
function workerPath(): string {
  const name = readdirSync(ASSETS).find((file) => /^vault-worker-[^.]+\.js$/.test(file))
  if (!name) throw new Error('The web client is not built: npm run build.')
  return `/assets/${name}`
}

let bundled: Promise<string> | undefined

/** Loads `in-page/device.ts` into a page as `window.inPage`. Its later calls are under the page's policy. */
export async function loadInPage(page: Page): Promise<void> {
  bundled ??= bundle()
  await page.evaluate(await bundled)
}

async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, 'in-page', 'device.ts')
  const lib = { entry, formats: ['iife' as const], name: 'inPage' }
  const options = { write: false, target: 'es2024', minify: false, lib }
  const [output] = [await build({ configFile: false, logLevel: 'error', build: options })].flat()
  if (!output || !('output' in output)) throw new Error('The bundler gave no output.')
  return `${output.output[0].code}\nglobalThis.inPage = inPage`
}
