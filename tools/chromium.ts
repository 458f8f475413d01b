import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Ran, run } from './command.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const CURE = 'Install Chromium or Google Chrome, or name one in CHROMIUM_PATH, or leave the browser out: npm run check'

/**
 * The browser for the tests: the one that CHROMIUM_PATH names, one that is installed, or Debian's, installed now.
 * @throws Error with the cure when there is none
 */
export async function provideChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() !== 0 || !findInPath('apt-get')) throw new Error(`There is no Chromium here. ${CURE}`)
  process.stdout.write('  … Installing Chromium (once)\n')
  const { code, output } = await installFromDebian()
  const installed = findChromium()
  if (code !== 0 || !installed) throw new Error(`apt-get could not install Chromium. ${CURE}\n${output}`)
  return installed
}

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return existsSync(named) ? named : undefined
  return NAMES.map(findInPath).find(Boolean) ?? ELSEWHERE.find((path) => existsSync(path))
}

function findInPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

async function installFromDebian(): Promise<Ran> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run(['apt-get', 'update', '-qq'], { env })
  if (updated.code !== 0) return updated
  return run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
}
