import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { measureEntry, type ScriptChunk } from './script-budget.ts'

/** Text that gzip cannot compress much. */
const code = (bytes: number) => randomBytes(bytes).toString('base64')
const size = ({ code: text }: ScriptChunk) => gzipSync(text).length

function chunk(fileName: string, bytes: number, more: Partial<ScriptChunk> = {}): ScriptChunk {
  return { fileName, code: code(bytes), name: 'part', facadeModuleId: null, imports: [], ...more }
}

const shared = chunk('shared.js', 500)
const deep = chunk('deep.js', 300, { imports: ['shared.js'] })
const entry = chunk('index.js', 1000, { name: 'index', imports: ['deep.js'] })
const only = chunk('arabic-only.js', 200)
const german = chunk('entry-1.js', 400, { facadeModuleId: '/src/messages/de/entry.ts', imports: ['shared.js'] })
const arabic = chunk('entry-2.js', 600, { facadeModuleId: '/src/messages/ar/entry.ts', imports: ['arabic-only.js'] })
const lazy = chunk('home.js', 9000, { facadeModuleId: '/src/pages/home-page.tsx', imports: ['index.js'] })

test('script budget: counts the entry, its imports and one language, the largest first', () => {
  const { entryBytes, languages } = measureEntry([shared, deep, entry, only, german, arabic, lazy])
  const page = size(entry) + size(deep) + size(shared)
  expect(entryBytes).toBe(page)
  expect(languages).toEqual([
    { language: 'ar', bytes: size(arabic) + size(only), total: page + size(arabic) + size(only) },
    { language: 'de', bytes: size(german), total: page + size(german) },
  ])
})
