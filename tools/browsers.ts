import { existsSync } from 'node:fs'
import { canInstallFromDebian, findInPath, installFromDebian } from './debian.ts'

type Wanted = {
  readonly title: string
  /** Environment variable that names the program. */
  readonly variable: string
  readonly names: readonly string[]
  readonly elsewhere?: readonly string[]
  /** Another required program. */
  readonly needs?: string
  /** Debian's. */
  readonly packages: readonly string[]
}

const WANTED = {
  chromium: {
    title: 'Chromium or Google Chrome',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    elsewhere: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    packages: ['chromium'],
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    elsewhere: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
  },
  webkit: {
    title: 'WebKitGTK with WebKitWebDriver and Xvfb',
    variable: 'WEBKIT_DRIVER_PATH',
    names: ['WebKitWebDriver'],
    needs: 'Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
} as const satisfies Readonly<Record<string, Wanted>>

/** Chromium without windows: a fifth less work for the same tests. */
const HEADLESS_SHELL: Wanted = {
  title: "Chromium's headless shell",
  variable: WANTED.chromium.variable,
  names: ['chromium-headless-shell'],
  packages: ['chromium-headless-shell'],
}

/** The headless shell and branded Chrome load no extensions from a folder. */
const EXTENSIBLE: Wanted = {
  title: 'the whole Chromium',
  variable: 'WHOLE_CHROMIUM_PATH',
  names: ['chromium', 'chromium-browser'],
  elsewhere: ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
  packages: ['chromium'],
}

export type BrowserName = keyof typeof WANTED

export const BROWSER_NAMES = ['chromium', 'firefox', 'webkit'] as const satisfies readonly BrowserName[]

/** The fastest Chromium to be had: its headless shell, otherwise the whole. @throws Error with the remedy */
export async function provideFastChromium(): Promise<Readonly<Record<string, string>>> {
  return provide(HEADLESS_SHELL).catch(() => provide(WANTED.chromium))
}

/** A Chromium that loads extensions; without one their tests are left out, and say so. */
export async function provideExtensibleChromium(): Promise<Readonly<Record<string, string>>> {
  return provide(EXTENSIBLE).catch(() => ({}))
}

/**
 * Environment of a browser for the tests: named there, installed, or installed now from Debian.
 * @throws Error with the remedy
 */
export async function provideBrowser(name: BrowserName): Promise<Readonly<Record<string, string>>> {
  return provide(WANTED[name])
}

async function provide(wanted: Wanted): Promise<Readonly<Record<string, string>>> {
  const { title, variable, packages } = wanted
  const cure = `Install ${title}, or name it in ${variable}, or leave the browser out: npm run check`
  const found = find(wanted)
  if (found) return { [variable]: found }
  if (!canInstallFromDebian()) throw new Error(`There is no ${title} here. ${cure}`)
  process.stdout.write(`  … Installing ${title} (once)\n`)
  const { code, output } = await installFromDebian(packages)
  const installed = find(wanted)
  if (code !== 0 || !installed) throw new Error(`apt-get could not install ${title}. ${cure}\n${output}`)
  return { [variable]: installed }
}

function find({ variable, names, elsewhere = [], needs }: Wanted): string | undefined {
  if (needs && !findInPath(needs)) return undefined
  const named = process.env[variable]
  if (named) return existsSync(named) ? named : undefined
  return names.map(findInPath).find(Boolean) ?? elsewhere.find((path) => existsSync(path))
}

// `.ci/run` installs them as root, for tests of a user who may not.
if (import.meta.main) {
  await provideFastChromium()
  await provideExtensibleChromium()
}
