import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { INSTALLED_MANIFEST } from '@countersign/console'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { checkReleaseLog } from '../src/log/check-release-log.ts'

const folder = temporaryFolder()
const at = (name: string): string => join(folder, name)
const env = { XDG_STATE_HOME: at('state') }

/** The files of a release of this version. */
function makeRelease(version: string): readonly string[] {
  const manifest = { ...JSON.parse(readFileSync(INSTALLED_MANIFEST, 'utf8')), version }
  const files = [at(`${version}/client-manifest.json`), at(`${version}/SHA256SUMS`)]
  mkdirSync(at(version), { recursive: true })
  for (const file of files) writeFileSync(file, JSON.stringify(manifest))
  return files
}

function append(version: string, log = 'log', key = 'key.pem') {
  const flags = ['--log', at(log), '--key', at(key), '--origin', 'log.example/countersign']
  const parameters = [join(import.meta.dirname, 'release-log.ts'), ...flags, ...makeRelease(version)]
  return spawnSync(process.execPath, parameters, { encoding: 'utf8', env: { ...process.env, ...env } })
}

function makeKey(name: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(at(name), privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

test('release-log: appends releases that verify-client finds, and never signs two histories', async () => {
  makeKey('key.pem')
  makeKey('other.pem')
  expect(append('1.0.0')).toMatchObject({ status: 0 })
  cpSync(at('log'), at('stale'), { recursive: true })
  const { stdout } = append('1.1.0')
  expect(stdout).toContain('The log had 2 entries before.')

  const logKey = stdout.trim().split('\n').at(-1) ?? ''
  const readFile = (path: string) => readFileSync(at(path))
  for (const version of ['1.0.0', '1.1.0']) {
    const content = readFile(`${version}/client-manifest.json`)
    const checked = await checkReleaseLog({ env, readFile }, { log: 'log', logKey }, { version, content })
    expect(checked).toMatchObject({ origin: 'log.example/countersign', size: 4 })
  }

  for (const [appended, complaint] of [
    [append('1.1.0'), '1.1.0/client-manifest.json would be in the log twice'],
    [append('1.2.0', 'stale'), 'has two histories'],
    [append('1.2.0', 'empty'), 'went back from 4 entries to 2'],
    [append('1.2.0', 'log', 'other.pem'), 'is not signed with the key'],
  ] as const) {
    expect(appended).toMatchObject({ status: 1, stderr: expect.stringContaining(complaint) })
  }
  expect(readFileSync(at('stale/checkpoint'), 'utf8')).toMatch(/\n2\n/)
})

test('release-log: an append that was interrupted is finished by the same command', () => {
  makeKey('again.pem')
  append('1.0.0', 'again', 'again.pem')
  const whole = readFileSync(at('again/checkpoint'), 'utf8')
  rmSync(dirname(at('again/checkpoint')), { recursive: true })
  expect(append('1.0.0', 'again', 'again.pem')).toMatchObject({ status: 0 })
  expect(readFileSync(at('again/checkpoint'), 'utf8')).toBe(whole)
})
