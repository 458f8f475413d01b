import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** Parentheses that contain no others. */
const INNERMOST = /\(([^()]*)\)/g
const ALL_OF_A_TABLE = /(?:select|,)\s+(?:\w+\.)?\*[^;`]*\sfrom\s+(?:provider|core)\./

function selectsOf(text: string): string[] {
  const rest = text.replaceAll(INNERMOST, '')
  return rest === text ? [text] : [...[...text.matchAll(INNERMOST)].map(([, inner = '']) => inner), ...selectsOf(rest)]
}

test('sql: statements name their columns, since a migration may add one while they are prepared', () => {
  for (const file of listFiles('services/*.store.ts')) {
    const texts = readText(file).matchAll(/`([^`]*)`/g)
    for (const [, text = ''] of texts) {
      expect([file, selectsOf(text).find((select) => ALL_OF_A_TABLE.test(select))]).toEqual([file, undefined])
    }
  }
})

const THEME = 'packages/ui/src/tokens.css'
const PAGE_STYLE = 'services/provider/src/ground/pages/provider-page.ts'

/** Colours of a file by name, normalized. */
function coloursIn(file: string): Map<string, string> {
  const text = readText(file)
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

test('every npm script runs in a fresh clone: it installs what is missing and runs on the pinned Node', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'))
  const commands = Object.values(scripts)
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((command) => !command.startsWith('node tools/run.mjs '))).toEqual([])
})

test('both examples in Python read data tokens by the same file, and test it by the same one', () => {
  for (const file of ['data_token.py', 'test_data_token.py']) {
    expect(readText(`kit/examples/django/${file}`)).toBe(readText(`kit/examples/fastapi/${file}`))
  }
})
