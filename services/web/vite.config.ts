import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { VERSION } from '@countersign/service/settings'
import { defineConfig, type Plugin } from 'vite'
import { clientManifest } from './build/client-manifest.ts'
import { intactParts, namedIntegrity } from './build/integrity.ts'
import { scriptBudget } from './build/script-budget.ts'
import { DOCUMENTS } from './server/page.ts'

// Nothing inline: the content security policy allows neither inline scripts, inline styles nor data: workers.
export default defineConfig({
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    // One style sheet and no helper that preloads: together they cost the way to an approval more than they save it.
    modulePreload: false,
    cssCodeSplit: false,
    // What every page loads is one file: compressed together, it is 1 KiB less than in the parts that others share.
    rolldownOptions: {
      input: [...DOCUMENTS],
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
  },
  worker: { format: 'es', plugins: () => [intactParts()] },
  plugins: [scriptBudget(), namedIntegrity(), clientManifest(VERSION), compressAssets()],
})

/** Writes every asset compressed beside itself, once, so that the server sends the worker's 450 KiB as 130. */
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
