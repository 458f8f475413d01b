import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const THEME = 'services/web/src/ui/tokens.css'
const PAGE_STYLE = 'services/provider/src/ground/pages/provider-page.ts'

/** The colours that a file sets, by their names, as numbers and names alone. */
function coloursIn(file: string): Map<string, string> {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const [, root = ''] = /:root\s*\{([^}]*)\}/.exec(text) ?? []
  const colours = [...root.matchAll(/--([a-z-]+):\s*(light-dark\(.+?\)\)|var\([^)]*\))\s*(?:;|$)/g)]
  return new Map(colours.map(([, name = '', value = '']) => [name, value.replace(/\b0\./g, '.').replace(/\s/g, '')]))
}

test("the provider's pages have the colours of the consent client's", () => {
  const theme = coloursIn(THEME)
  const own = coloursIn(PAGE_STYLE)
  expect(own.size).toBeGreaterThan(8)
  for (const [name, value] of own) expect([name, value]).toEqual([name, theme.get(name)])
})
