import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const CONSOLE = join(ROOT, 'console', 'index.html')
const NO_SCRIPT = `<noscript>
      <p class="page-noscript">The console runs in this browser. Please allow JavaScript here and load the page again.</p>
    </noscript>`

/** Makes the console's document of the page's: only the title, the root and the sentence without scripts differ. */
export function consoleDocument(): Plugin {
  return {
    name: 'console-document',
    apply: 'build',
    resolveId: (source) => (source.endsWith('console/index.html') ? CONSOLE : undefined),
    load(id) {
      if (id !== CONSOLE) return undefined
      return readFileSync(join(ROOT, 'index.html'), 'utf8')
        .replace('<title>Vault<', '<title>Console<')
        .replace('id="app"', 'id="console"')
        .replace(/<noscript>.*<\/noscript>/s, NO_SCRIPT)
    },
  }
}
