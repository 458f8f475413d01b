import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Ran, run } from './command.ts'

/** Programs and libraries that only long tests run; `apache2-bin` has no service. */
const FOR_LONG_TESTS = [
  'apache2-bin',
  'libapache2-mod-auth-openidc',
  'php-cli',
  'ruby',
  'ruby-minitest',
  'ruby-omniauth-openid-connect',
  'ruby-sinatra',
  'ruby-webrick',
]

export function findInPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

export function canInstallFromDebian(): boolean {
  return process.getuid?.() === 0 && findInPath('apt-get') !== undefined
}

/** Their tests are skipped where this machine is no Debian or the user isn't root. */
export async function installForLongTests(): Promise<void> {
  if (!canInstallFromDebian()) return
  process.stdout.write('\n  … Installing what long tests need from Debian: Apache, Ruby and PHP\n')
  const { code, output } = await installFromDebian(FOR_LONG_TESTS)
  if (code !== 0) process.stdout.write(`  … apt-get could not install ${FOR_LONG_TESTS.join(' ')}\n${output}`)
}

export async function installFromDebian(packages: readonly string[]): Promise<Ran> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run(['apt-get', 'update', '-qq'], { env })
  if (updated.code !== 0) return updated
  return run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}
