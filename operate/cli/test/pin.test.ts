import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const PIN = join(ROOT, 'deploy/pin.mjs')

type Locked = { readonly version?: string; readonly integrity?: string; readonly dev?: true }
type Lock = { readonly packages: Readonly<Record<string, Locked>> }

describe('the installation on servers and in the image', () => {
  const { packages }: Lock = JSON.parse(readText(join(ROOT, 'package-lock.json')))
  const repository = temporaryFolder()
  const folder = join(repository, 'installed')

  beforeAll(() => cpSync(join(ROOT, 'package-lock.json'), join(repository, 'package-lock.json')))

  /** As `npm run pack` writes it: one program of this version, with these dependencies. */
  function pack(dependencies: Readonly<Record<string, string>>): void {
    const [source, dist] = [join(repository, 'package'), join(repository, 'dist')]
    for (const each of [source, dist]) mkdirSync(each, { recursive: true })
    const { version } = packages[''] ?? {}
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'countersign', version, dependencies }))
    execFileSync('tar', ['-czf', join(dist, `countersign-${version}.tgz`), '-C', repository, 'package'])
  }

  function pin(): void {
    execFileSync(process.execPath, [PIN, folder], { cwd: repository, stdio: 'pipe' })
  }

  test('has a lock file that npm takes, with tested hashes', () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      readText(join(ROOT, 'packages/service/package.json')),
    )
    pack(Object.fromEntries(Object.entries(dependencies).filter(([name]) => !name.startsWith('@countersign/'))))
    pin()
    const lock: Lock = JSON.parse(readText(join(folder, 'package-lock.json')))
    const others = Object.entries(lock.packages).filter(([path]) => !['', 'node_modules/countersign'].includes(path))
    expect(others.length).toBeGreaterThan(50)
    for (const [path, { integrity, dev }] of others) {
      expect({ path, integrity, dev }).toEqual({ path, integrity: packages[path]?.integrity, dev: undefined })
      expect(integrity).toMatch(/^sha512-/)
    }
    expect(lock.packages['node_modules/countersign']?.integrity).toMatch(/^sha512-/)
    // Fails if a package is missing, superfluous, or of a wrong version.
    execFileSync('npm', ['ls', '--all', '--package-lock-only'], { cwd: folder, stdio: 'pipe' })
  })

  test('is refused where the program needs what was not tested', () => {
    pack({ 'an-unlocked-package': '1.0.0' })
    expect(pin).toThrow('package-lock.json has no an-unlocked-package')
  })
})

test.each(['deploy/Dockerfile', 'docs/guides/run/small-server.md'])('%s installs by that lock file', (file) => {
  const text = readText(join(ROOT, file))
  const [, ...installs] = text.split(/node deploy\/pin\.mjs/)
  expect(installs.length).toBeGreaterThan(0)
  for (const next of installs) expect(next.split('\n').slice(0, 3).join('\n')).toContain('npm ci')
  expect(text).not.toContain('npm install --prefix /opt/countersign')
})

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
