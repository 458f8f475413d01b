import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** One select: what stands between parentheses that hold no others. */
const INNERMOST = /\(([^()]*)\)/g
const ALL_OF_A_TABLE = /(?:select|,)\s+(?:\w+\.)?\*[^;`]*\sfrom\s+(?:provider|core)\./

function selectsOf(text: string): string[] {
  const rest = text.replaceAll(INNERMOST, '')
  return rest === text ? [text] : [...[...text.matchAll(INNERMOST)].map(([, inner = '']) => inner), ...selectsOf(rest)]
}

test('every statement names the columns that it takes of a table, because a migration may add one while it is prepared', () => {
  const files = execFileSync('git', ['ls-files', 'services/*.store.ts'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.trimEnd().split('\n')) {
    const texts = readFileSync(join(ROOT, file), 'utf8').matchAll(/`([^`]*)`/g)
    for (const [, text = ''] of texts) {
      expect([file, selectsOf(text).find((select) => ALL_OF_A_TABLE.test(select))]).toEqual([file, undefined])
    }
  }
})
