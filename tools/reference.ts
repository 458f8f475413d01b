/**
 * `npm run reference`: writes docs/reference from the program and from the OpenAPI documents; `--check` only says whether it
 * is current.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeApiReference } from './reference/api-reference.ts'
import { writeCliReference } from './reference/cli-reference.ts'

const FOLDER = join(import.meta.dirname, '../docs/reference')
const pages = new Map([
  ['cli.md', writeCliReference()],
  ...writeApiReference(join(import.meta.dirname, '../docs/openapi')),
])
const written = ['.', 'api'].flatMap(listPages)

const stale = [...pages]
  .filter(([name, text]) => !written.includes(name) || readPage(name) !== text)
  .map(([name]) => name)
const gone = written.filter((name) => name.startsWith('api/') && !pages.has(name))
if (!process.argv.includes('--check')) {
  mkdirSync(join(FOLDER, 'api'), { recursive: true })
  for (const [name, text] of pages) writeFileSync(join(FOLDER, name), text)
  for (const name of gone) rmSync(join(FOLDER, name))
} else if (stale.length + gone.length > 0) {
  console.error(
    `Not what the program and its routes say, in docs/reference: ${[...stale, ...gone].join(', ')}. Run: npm run reference`,
  )
  process.exitCode = 1
}

function listPages(folder: string): readonly string[] {
  try {
    return readdirSync(join(FOLDER, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function readPage(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}
