import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { headingSlug } from './site/heading-slug.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LINK = /\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?\)/g

test('every link from one document to another leads to a file, and to a heading of it', () => {
  const documents = listFiles('*.md')
  const broken = documents.flatMap((document) =>
    [...readText(document).matchAll(LINK)]
      .filter(
        ([, path = '', anchor]) => !leadsSomewhere(path === '' ? document : join(dirname(document), path), anchor),
      )
      .map(([link]) => `${document}: ${link}`),
  )
  expect(documents.length).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

test('every file below deploy/ that a document names is in the repository', () => {
  // A reader makes the last one.
  const files = [...listFiles('deploy'), 'deploy/kubernetes/mine/kustomization.yaml']
  const missing = listFiles('docs/guides', '*README.md')
    .flatMap((document) =>
      [...readText(document).matchAll(/(?<![\w.-]\/)\bdeploy\/[\w@./-]*\w/g)].map(([name]) => name),
    )
    .filter((name) => !files.some((file) => file === name || file.startsWith(`${name}/`)))
  expect(missing).toEqual([])
})

function leadsSomewhere(path: string, anchor?: string): boolean {
  const file = join(ROOT, path)
  if (!existsSync(file)) return false
  if (anchor === undefined || !path.endsWith('.md') || statSync(file).isDirectory()) return true
  return headingsOf(readText(path)).includes(anchor)
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => headingSlug(heading))
}

function listFiles(...patterns: readonly string[]): readonly string[] {
  return execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
}

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
