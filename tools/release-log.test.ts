import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { INSTALLED_MANIFEST } from '@countersign/web'
import { expect, test } from 'vitest'
import { createFileReader } from '../cli/src/files.ts'
import { checkReleaseLog } from '../cli/src/verify-client/log/check-release-log.ts'
import { run } from './command.ts'

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
  return run(['node', join(import.meta.dirname, 'release-log.ts'), ...flags, ...makeRelease(version)], { env })
}

function makeKey(name: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(at(name), privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

test('release-log: appends releases that verify-client finds, and never signs two histories', async () => {
  makeKey('key.pem')
  makeKey('other.pem')
  expect(await append('1.0.0')).toMatchObject({ code: 0 })
  cpSync(at('log'), at('stale'), { recursive: true })
  const { output } = await append('1.1.0')
  expect(output).toContain('The log had 2 entries before.')

  const logKey = output.trim().split('\n').at(-1) ?? ''
  const { readFile } = createFileReader(folder)
  for (const version of ['1.0.0', '1.1.0']) {
    const content = readFile(`${version}/client-manifest.json`)
    const checked = await checkReleaseLog({ env, readFile }, { log: 'log', logKey }, { version, content })
    expect(checked).toMatchObject({ origin: 'log.example/countersign', size: 4 })
  }

  const refused: readonly (readonly [ReturnType<typeof append>, string])[] = [
    [append('1.1.0'), '1.1.0/client-manifest.json would be in the log twice'],
    [append('1.2.0', 'stale'), 'has two histories'],
    [append('1.2.0', 'empty'), 'went back from 4 entries to 2'],
    [append('1.2.0', 'log', 'other.pem'), 'is not signed with the key'],
  ]
  for (const [appended, complaint] of refused) {
    const { code, output: said } = await appended
    expect(said).toContain(complaint)
    expect(code).toBe(1)
  }
  expect(readFileSync(at('stale/checkpoint'), 'utf8')).toMatch(/\n2\n/)
})

test('release-log: an append that was interrupted is finished by the same command', async () => {
  makeKey('again.pem')
  await append('1.0.0', 'again', 'again.pem')
  const whole = readFileSync(at('again/checkpoint'), 'utf8')
  rmSync(dirname(at('again/checkpoint')), { recursive: true })
  expect(await append('1.0.0', 'again', 'again.pem')).toMatchObject({ code: 0 })
  expect(readFileSync(at('again/checkpoint'), 'utf8')).toBe(whole)
})
