import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const CONSOLE = join(ROOT, 'console', 'index.html')
const NO_SCRIPT = `<noscript>
      <p class="page-noscript">The console runs in this browser. Please allow JavaScript here and load the page again.</p>
    </noscript>`

const DIFFERENCES: readonly [part: string | RegExp, inConsole: string][] = [
  ['<title>Vault<', '<title>Console<'],
  ['id="app"', 'id="console"'],
  [/<noscript>.*<\/noscript>/s, NO_SCRIPT],
]

/** Makes the console's document of the page's. @throws Error if the page lacks a part that differs */
export function consoleDocument(): Plugin {
  return {
    name: 'console-document',
    apply: 'build',
    resolveId: (source) => (source.endsWith('console/index.html') ? CONSOLE : undefined),
    load(id) {
      if (id !== CONSOLE) return undefined
      return DIFFERENCES.reduce(
        (document, [part, inConsole]) => {
          if (document.search(part) < 0) throw new Error(`index.html has no ${part}.`)
          return document.replace(part, inConsole)
        },
        readFileSync(join(ROOT, 'index.html'), 'utf8'),
      )
    },
  }
}
