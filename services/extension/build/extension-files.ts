import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FILE_LIST } from '../src/file-list.ts'

const ROOT = join(import.meta.dirname, '..')

/** Adds the manifest, the icons and the list of all files with their hashes. */
export function extensionFiles(version: string): Plugin {
  return {
    name: 'extension-files',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'manifest.json'), 'utf8'))
      writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify({ ...Object(manifest), version }, undefined, 2)}\n`)
      cpSync(join(ROOT, 'icons'), join(dir, 'icons'), { recursive: true })
      writeFileSync(join(dir, FILE_LIST), listFiles(dir))
    },
  }
}

function listFiles(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(dir, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('')
}
