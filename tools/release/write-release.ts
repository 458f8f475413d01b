import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newMinisigner } from '@countersign/verify-client/minisigner'
import { type Files, sorted } from './archives.ts'

/** As `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS'
export const CLIENT_MANIFEST = 'client-manifest.json'
/** The manifest also by itself: `countersign verify-client` reads it without the rest. */
export const SIGNED = [SUMS, CLIENT_MANIFEST]

/** Writes a release into a new folder, with the sums of all its files. */
export function writeRelease(folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of sorted(files)) writeFileSync(join(folder, name), content)
  writeFileSync(join(folder, SUMS), sorted(files).map(describeSum).join(''))
}

function describeSum([name, content]: readonly [string, Uint8Array]): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
}

/** Signs as minisign does, by a new key that is gone afterwards: it shows the form and vouches for nothing. */
export function signByThrowawayKey(folder: string, version: string): void {
  const { publicKey, sign } = newMinisigner()
  writeFileSync(join(folder, 'dry-run.pub'), `untrusted comment: a dry run, never a release\n${publicKey}\n`)
  for (const name of SIGNED) {
    const signature = sign(readFileSync(join(folder, name)), `dry run of countersign ${version}`)
    writeFileSync(join(folder, `${name}.minisig`), signature)
  }
}
