import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, UserConfig } from 'vite'
import { intactParts, namedIntegrity } from './integrity.ts'

/**
 * The build of a document that a server serves, with its files in a folder such as `assets`. Nothing inline: the CSP allows
 * no inline scripts, inline styles or data: workers.
 */
export function pageBuild(assetsDir: string, plugins: readonly Plugin[]): UserConfig {
  return {
    build: {
      target: 'es2024',
      assetsDir,
      assetsInlineLimit: 0,
      // One stylesheet and no preload helper: for the way to an approval they cost more than they save.
      modulePreload: false,
      cssCodeSplit: false,
      // The entry is one file: compressed together it is 1 KiB smaller than as shared parts.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
    },
    worker: { format: 'es', plugins: () => [intactParts()] },
    plugins: [namedIntegrity(), ...plugins, compressAssets(assetsDir)],
  }
}

/** Compresses every asset once at build time: the worker's 450 KiB become 130. */
function compressAssets(assetsDir: string): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const folder = join(dir, assetsDir)
      for (const name of readdirSync(folder)) {
        const file = join(folder, name)
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content))
      }
    },
  }
}
