import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FILE_LIST, MANIFEST, releasedManifest } from '../src/file-list.ts'

const ROOT = join(import.meta.dirname, '..')

/** Adds the manifest, the icons and the list of all files with their hashes. */
export function extensionFiles(version: string): Plugin {
  return {
    name: 'extension-files',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const manifest: object = JSON.parse(readFileSync(join(ROOT, MANIFEST), 'utf8'))
      writeFileSync(join(dir, MANIFEST), releasedManifest({ ...manifest, version }))
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
