import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { VERSION } from '@countersign/service/settings'
import { defineConfig, type Plugin } from 'vite'
import { clientManifest } from './build/client-manifest.ts'
import { consoleDocument } from './build/console-document.ts'
import { intactParts, namedIntegrity } from './build/integrity.ts'
import { scriptBudget } from './build/script-budget.ts'
import { DOCUMENTS } from './server/page.ts'

// Nothing inline: the CSP allows no inline scripts, inline styles or data: workers.
export default defineConfig({
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    // One stylesheet and no preload helper: for the way to an approval they cost more than they save.
    modulePreload: false,
    cssCodeSplit: false,
    // The entry is one file: compressed together it is 1 KiB smaller than as shared parts.
    rolldownOptions: {
      input: [...DOCUMENTS],
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
  },
  worker: { format: 'es', plugins: () => [intactParts()] },
  plugins: [consoleDocument(), scriptBudget(), namedIntegrity(), clientManifest(VERSION), compressAssets()],
})

/** Compresses every asset once at build time: the worker's 450 KiB become 130. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const folder = join(dir, 'assets')
      for (const name of readdirSync(folder)) {
        const file = join(folder, name)
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content))
      }
    },
  }
}
