import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXTENSION_FOLDER, FILE_LIST, releasedManifest } from '@countersign/extension'
import { chromium } from 'playwright-core'
import { type Driver, drivePage, VIEWPORT } from './driver.ts'
import { launchFirefox } from './firefox.ts'

/** A browser with the extension; `base` is where its files are. */
export type ExtendedDriver = Driver & { readonly base: string; readonly openTab: () => Promise<Omit<Driver, 'close'>> }

/** Debian's. Its headless shell, which other tests use, loads no extensions. */
const CHROMIUM = process.env['WHOLE_CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export const isWholeChromiumHere = existsSync(CHROMIUM)

export async function launchExtendedChromium(): Promise<ExtendedDriver> {
  const { folder, remove } = allowExtension()
  const profile = mkdtempSync(join(tmpdir(), 'countersign-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--no-proxy-server', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ignoreDefaultArgs: ['--disable-extensions'],
    locale: 'en-US',
    viewport: VIEWPORT,
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const driver = await drivePage(context.pages()[0] ?? (await context.newPage()))
  return {
    ...driver,
    base: new URL('.', worker.url()).href,
    openTab: async () => {
      const page = await context.newPage()
      // A page that asks the user to stay is not left.
      page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
      return drivePage(page)
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
      remove()
    },
  }
}

/** Firefox gives each installation another address; a fixed one for the tests. */
const UUID = '8e6ab9d7-6b9c-4b8e-9d5a-0f4b1f6f2a11'

export async function launchExtendedFirefox(): Promise<ExtendedDriver> {
  const { folder, remove } = allowExtension()
  const { gecko }: { gecko: { id: string } } = manifestOf(folder).browser_specific_settings
  const driver = await launchFirefox({ folder, preferences: { [UUIDS]: JSON.stringify({ [gecko.id]: UUID }) } })
  return {
    ...driver,
    base: `moz-extension://${UUID}/`,
    async close() {
      await driver.close()
      remove()
    },
  }
}

const UUIDS = 'extensions.webextensions.uuids'

type Manifest = {
  readonly permissions: readonly string[]
  readonly optional_permissions: readonly string[]
  readonly browser_specific_settings: { readonly gecko: { readonly id: string } }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
}

/** Hosts of services that tests add. */
const ALLOWED = ['http://localhost/*', 'https://id.example/*', 'http://id.example/*']

/** The built extension, whose manifest allows what a user allows in a prompt, which no test can press. */
function allowExtension(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-extension-'))
  cpSync(EXTENSION_FOLDER, folder, { recursive: true })
  const manifest = manifestOf(folder)
  const allowed = {
    ...manifest,
    permissions: [...manifest.permissions, ...manifest.optional_permissions],
    host_permissions: ALLOWED,
  }
  const text = releasedManifest(allowed)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ update_url: 'https://store.example', ...allowed }))
  // The extension compares its files with their list.
  const list = join(folder, FILE_LIST)
  const sum = createHash('sha256').update(text).digest('hex')
  writeFileSync(list, readFileSync(list, 'utf8').replace(/^.*(?=  manifest\.json$)/m, sum))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
