import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { readMinisignKey, verifyMinisign } from '@countersign/verify-client/minisign'
import { gunzipSync, unzipSync } from 'fflate'
import { unpackTar } from 'modern-tar'
import { describe, expect, test } from 'vitest'
import { packTarball, packZip, readFolder } from './archives.ts'
import { packExtension } from './make-files.ts'
import { signByThrowawayKey, writeRelease } from './write-release.ts'

const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const FILES = { 'b.js': text('b'), 'a/c.js': text('c'), 'B.js': text('B') }
const SORTED = ['B.js', 'a/c.js', 'b.js']

describe('an archive of a release', () => {
  const folder = temporaryFolder()

  test('depends on the names and contents of its files alone: no time, mode or order of the folder', async () => {
    mkdirSync(join(folder, 'a'))
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content)
    chmodSync(join(folder, 'b.js'), 0o700)
    const read = readFolder(folder)
    expect(read).toEqual(Object.fromEntries(Object.entries(FILES).map(([name, it]) => [name, Buffer.from(it)])))
    expect(packZip(read)).toEqual(packZip(FILES))
    expect(await packTarball(read)).toEqual(await packTarball(FILES))
  })

  test('holds its files by sorted names, as files that everyone may read and no one owns', async () => {
    expect(Object.keys(unzipSync(packZip(FILES)))).toEqual(SORTED)
    const entries = await unpackTar(gunzipSync(await packTarball(FILES)))
    expect(entries.map(({ header }) => header.name)).toEqual(SORTED)
    for (const { header } of entries) expect(header).toMatchObject({ mode: 0o644, uid: 0, gid: 0, uname: '' })
  })

  test('is not made of a folder with a link in it', () => {
    symlinkSync('/etc/hostname', join(folder, 'link'))
    expect(() => readFolder(folder)).toThrow('link is not a file')
  })
})

describe('a release', () => {
  const folder = temporaryFolder()
  const at = (name: string): string => join(folder, name)

  test('is exactly the files that its sums name, which standard tools check', () => {
    mkdirSync(at('dist'))
    writeFileSync(at('dist/countersign-0.0.1.tgz'), 'an older release')
    writeRelease(at('dist'), { 'client-manifest.json': text('{}'), 'b.tgz': text('b'), 'B.zip': text('B') })
    const sums = readFileSync(at('dist/SHA256SUMS'), 'utf8')
    const named = ['B.zip', 'b.tgz', 'client-manifest.json']
    expect(Array.from(sums.matchAll(/^[0-9a-f]{64} {2}(.+)$/gm), ([, name]) => name)).toEqual(named)
    expect(readdirSync(at('dist')).toSorted()).toEqual([...named, 'SHA256SUMS'].toSorted())
    check()
  })

  test('is signed, in a dry run, as the command line verifies it', () => {
    signByThrowawayKey(at('dist'), '1.2.3')
    const key = readMinisignKey(readFileSync(at('dist/dry-run.pub'), 'utf8'))
    for (const name of ['SHA256SUMS', 'client-manifest.json']) {
      const signature = readFileSync(at(`dist/${name}.minisig`), 'utf8')
      expect(verifyMinisign(readFileSync(at(`dist/${name}`)), signature, key)).toBe('dry run of countersign 1.2.3')
      expect(() => verifyMinisign(Buffer.from('other'), signature, key)).toThrow('does not fit')
    }
  })

  test('with a changed file does not fit its sums', () => {
    appendFileSync(at('dist/b.tgz'), 'more')
    expect(check).toThrow('sha256sum')
  })

  function check(): void {
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at('dist'), stdio: 'pipe' })
  }

  test('needs an extension of its version', () => {
    expect(() => packExtension(at('extension'), '1.2.3')).toThrow('extension has no extension. Run: npm run build')
    mkdirSync(at('extension'))
    writeFileSync(at('extension/manifest.json'), '{ "version": "1.2.2" }')
    expect(() => packExtension(at('extension'), '1.2.3')).toThrow('is not of version 1.2.3. Run: npm run build')
    expect(Object.keys(unzipSync(packExtension(at('extension'), '1.2.2')))).toEqual(['manifest.json'])
  })
})
