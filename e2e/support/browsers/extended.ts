import { describe } from 'vitest'
import { type ExtendedDriver, isWholeChromiumHere, launchExtendedChromium, launchExtendedFirefox } from './extension.ts'
import { isFirefoxHere } from './firefox.ts'
import { press, waitFor } from './steps.ts'

/** Chromium alone by default: every machine has it. */
const WANTED = (process.env['BROWSERS'] ?? 'chromium').split(' ')

const EXTENDED = [
  { name: 'chromium', launch: launchExtendedChromium, isHere: isWholeChromiumHere },
  { name: 'firefox', launch: launchExtendedFirefox, isHere: isFirefoxHere },
] as const

type ExtendedBrowser = {
  readonly name: (typeof EXTENDED)[number]['name']
  readonly launch: () => Promise<ExtendedDriver>
}

/** A block of tests in each browser that takes the extension; one that is not wanted, or not here, is named as not run. */
export function describeExtended(title: string, tests: (browser: ExtendedBrowser) => void): void {
  for (const { name, launch, isHere } of EXTENDED) {
    const isRun = isHere && WANTED.includes(name)
    const notRun = isRun ? '' : ` (not run: ${isHere ? 'npm run test:all does' : `there is no ${name} here`})`
    describe.runIf(isRun)(`in ${name}${notRun}, ${title}`, () => {
      tests({ name, launch })
    })
  }
}

const CONFIRM = /from now on$/

/** Opens the extension's page for a new service, up to the question whether it is the right one. */
export async function findService(driver: ExtendedDriver, address: string): Promise<void> {
  await driver.open(`${driver.base}services.html?${new URLSearchParams({ add: address })}`)
  await press(driver, 'button', 'Continue')
  await waitFor(driver, 'button', CONFIRM)
}

export async function confirmService(driver: ExtendedDriver): Promise<void> {
  await press(driver, 'button', CONFIRM)
}

/** The parts of an extension's interface that tests use in its pages. */
type Extension = {
  readonly declarativeNetRequest: {
    getDynamicRules(): Promise<readonly { readonly id: number }[]>
    updateDynamicRules(changes: { readonly removeRuleIds: readonly number[] }): Promise<void>
  }
  readonly permissions: { remove(permissions: { readonly origins: readonly string[] }): Promise<boolean> }
  readonly tabs: {
    query(wanted: object): Promise<readonly { readonly id?: number; readonly url?: string }[]>
    remove(id: number): Promise<void>
  }
  readonly storage: {
    readonly local: {
      get(name: 'services'): Promise<{ readonly services: readonly object[] }>
      set(values: object): Promise<void>
    }
    readonly onChanged: { addListener(listener: () => void): void }
  }
}

declare global {
  /** In pages of the extension. */
  const chrome: Extension
}
