import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

const ASSETS = join(import.meta.dirname, '..', '..', 'services', 'web', 'dist', 'assets')
const BUILT = new Set(readdirSync(ASSETS).filter((name) => name.endsWith('.js')))

export type ScriptSizes = {
  readonly files: number
  readonly kiB: number
  readonly gzipKiB: number
  readonly brotliKiB: number
}

/** Notes the scripts that a browser asks for from now on, those of workers too; answers their sizes so far. */
export function watchScripts(context: BrowserContext): () => ScriptSizes {
  const names = new Set<string>()
  context.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (BUILT.has(name)) names.add(name)
  })
  return () => ({
    files: names.size,
    kiB: sumOf(names, ''),
    gzipKiB: sumOf(names, '.gz'),
    brotliKiB: sumOf(names, '.br'),
  })
}

function sumOf(names: ReadonlySet<string>, suffix: string): number {
  const bytes = Array.from(names, (name) => statSync(join(ASSETS, `${name}${suffix}`)).size)
  return Math.round((bytes.reduce((sum, size) => sum + size, 0) / 1024) * 10) / 10
}
