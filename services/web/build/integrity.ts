import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { DOCUMENT, integrityOf } from '../server/page.ts'
import { WORKER_FILE } from '../server/page-headers.ts'

/** Writes the hash of each script and style into the document: in attributes, and in the import map for imports. */
export function namedIntegrity(): Plugin {
  return {
    name: 'named-integrity',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      const integrityIn = (path: string) => integrityOf(readFileSync(join(dir, path)))
      const imported = Object.values(bundle).flatMap(({ type, fileName }) => (type === 'chunk' ? [fileName] : []))
      const paths = imported.toSorted().map((name) => `/${name}`)
      const workers = Object.keys(bundle).flatMap((name) => (WORKER_FILE.test(name) ? [`/${name}`] : []))
      const map = {
        // No other address can be imported. The Integrity-Policy header would say the same, but with it WebKitGTK 2.50
        // refuses nested imports whose hashes stand here.
        imports: { '/': null, ...Object.fromEntries(paths.map((path) => [path, path])) },
        integrity: Object.fromEntries([...paths, ...workers].map((path) => [path, integrityIn(path)])),
      }
      const file = join(dir, DOCUMENT)
      const html = readFileSync(file, 'utf8')
        .replaceAll(
          /<(?:script|link rel="stylesheet")[^>]* (?:src|href)="(\/[^"]+)"/g,
          (tag, path: string) => `${tag} integrity="${integrityIn(path)}"`,
        )
        // The map counts only for imports after it.
        .replace('<script', `<script type="importmap">${JSON.stringify(map)}</script>\n    <script`)
      writeFileSync(file, html)
    },
  }
}

/** Makes the worker check each part before it imports it (vault-worker.ts). */
export function intactParts(): Plugin {
  return {
    name: 'intact-parts',
    renderChunk: (code) => code.replaceAll(/\bimport\((?=["'`]\.\/)/g, 'importIntact('),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const pathOf = (name: string): string => `./${basename(name)}`
      const parts = chunks.flatMap(({ isEntry, fileName, code, imports }) =>
        isEntry ? [] : [[pathOf(fileName), { integrity: integrityOf(code), imports: imports.map(pathOf) }]],
      )
      for (const chunk of chunks) {
        if (chunk.isEntry) chunk.code = chunk.code.replace('__PARTS__', JSON.stringify(Object.fromEntries(parts)))
      }
    },
  }
}
