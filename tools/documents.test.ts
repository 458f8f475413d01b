import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { expect, test } from 'vitest'
import { listFiles, ROOT, readText } from './files.ts'
import { headingSlug } from './site/links.ts'

const DECISION =
  /^# (?<number>\d+)\. (?<title>.{10,80})\n\n(?:Accepted|Superseded by \[.+\]\(.+\)), \d{4}-\d{2}-\d{2}\.\n/
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
  // The reader creates the last one.
  const files = [...listFiles('deploy'), 'deploy/kubernetes/mine/kustomization.yaml']
  const missing = listFiles('docs/guides', '*README.md')
    .flatMap((document) =>
      [...readText(document).matchAll(/(?<![\w.-]\/)\bdeploy\/[\w@./-]*\w/g)].map(([name]) => name),
    )
    .filter((name) => !files.some((file) => file === name || file.startsWith(`${name}/`)))
  expect(missing).toEqual([])
})

test('decisions: each page has a number, a title, a status and a date, and the index lists them in order', () => {
  const pages = listFiles('docs/adr/*.md').filter((page) => !page.endsWith('README.md'))
  const rows = pages.map((page) => {
    const name = page.slice('docs/adr/'.length)
    const { number, title } = DECISION.exec(readText(page))?.groups ?? {}
    expect(number?.padStart(4, '0'), name).toBe(name.slice(0, 4))
    return `| [${number}](${name}) | ${title} |`
  })
  expect(readText('docs/adr/README.md').match(/^\| \[\d.+$/gm)).toEqual(rows)
})

test('documents name the oldest Node that runs Countersign, and no other', () => {
  const named = listFiles('*.md', ':!CHANGELOG.md').flatMap((document) =>
    [...readText(document).matchAll(/\bNode (\d+\.\d+)/g)].map(([, version]) => `${document}: ${version}`),
  )
  expect(named.length).toBeGreaterThan(8)
  // npm runs a clone's scripts on the machine's Node, which then installs the pinned one.
  expect(named.filter((each) => !OLDEST_NODE.startsWith(`${each.split(': ')[1]}.`))).toEqual(['README.md: 20.19'])
})

function leadsSomewhere(path: string, anchor?: string): boolean {
  const file = join(ROOT, path)
  if (!existsSync(file)) return false
  if (anchor === undefined || !path.endsWith('.md') || statSync(file).isDirectory()) return true
  return headingsOf(readText(path)).includes(anchor)
}

function headingsOf(text: string): string[] {
  const prose = text.replaceAll(/^ *(`{3,}).*?^ *\1$/gms, '')
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => headingSlug(heading))
}
