import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { DOCUMENTS, integrityOf } from '../server/page.ts'

/**
 * Names in every document the hash of every script and style that a page loads: in an attribute what the document asks for,
 * in an import map what scripts import. The worker and what it imports are beyond it: no browser checks those yet.
 */
export function namedIntegrity(): Plugin {
  return {
    name: 'named-integrity',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      const integrityIn = (path: string) => integrityOf(readFileSync(join(dir, path)))
      const imported = Object.values(bundle).flatMap(({ type, fileName }) => (type === 'chunk' ? [fileName] : []))
      const map = Object.fromEntries(imported.toSorted().map((name) => [`/${name}`, integrityIn(name)]))
      for (const file of DOCUMENTS.map((name) => join(dir, name))) {
        const html = readFileSync(file, 'utf8')
          .replaceAll(
            /<(?:script|link rel="stylesheet")[^>]* (?:src|href)="(\/[^"]+)"/g,
            (tag, path: string) => `${tag} integrity="${integrityIn(path)}"`,
          )
          // It counts for what is imported after it.
          .replace('<script', `<script type="importmap">${JSON.stringify({ integrity: map })}</script>\n    <script`)
        writeFileSync(file, html)
      }
    },
  }
}
