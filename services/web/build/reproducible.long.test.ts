// Long: two builds of the web client, byte for byte.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildWeb, isWebStale } from './build-web.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const LONG_AGO = new Date('2001-02-03T04:05:06Z')
const folder = mkdtempSync(join(tmpdir(), 'countersign-another-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('two builds, in two folders, of other times, time zones and languages, are the same to the byte', async () => {
  if (isWebStale()) await buildWeb()
  copySources(folder)
  const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'ar_EG.UTF-8', HOME: folder }
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: folder, env })
  const here = hashesIn(ROOT)
  expect(Object.keys(here)).toEqual(expect.arrayContaining(['index.html', 'client-manifest.json']))
  expect(hashesIn(folder)).toEqual(here)
}, 120_000)

/** Copies everything a build reads. Installed packages are linked, except our own. */
function copySources(to: string): void {
  for (const name of ['packages', 'services', 'tools', 'package.json', 'package-lock.json', 'tsconfig.base.json']) {
    cpSync(join(ROOT, name), join(to, name), { recursive: true, filter: (path) => basename(path) !== 'dist' })
  }
  for (const path of readdirSync(to, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(to, path), LONG_AGO, LONG_AGO)
  const modules = join(to, 'node_modules')
  mkdirSync(join(modules, '@countersign'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@countersign') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const parent of ['packages', 'services']) {
    for (const name of readdirSync(join(to, parent))) {
      symlinkSync(join(to, parent, name), join(modules, '@countersign', name))
    }
  }
}

function hashesIn(root: string): Readonly<Record<string, string>> {
  const dist = join(root, 'services', 'web', 'dist')
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const hashes = paths.map((path) => [
    relative(dist, path),
    createHash('sha256').update(readFileSync(path)).digest('hex'),
  ])
  return Object.fromEntries(hashes)
}
