import { spawnSync } from 'node:child_process'
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

const LINES_LINK = /\[([^\]]*)\]\(([^)\s#]+)#L(\d+)(?:-L(\d+))?\)/g

test('every link to lines of a source names a function that these lines declare', () => {
  const links = listFiles('*.md').flatMap((document) =>
    [...readText(document).matchAll(LINES_LINK)].map(([link, text = '', path = '', from = '', to = from]) => {
      const declared = lineOfDeclaration(join(dirname(document), path), /^`(\w+)`$/.exec(text)?.[1] ?? '')
      const isThere = Number(from) <= declared && declared <= Number(to)
      return { isThere, says: `${document}: ${link}: ${declared === 0 ? 'not declared' : `line ${declared}`}` }
    }),
  )
  expect(links.length).toBeGreaterThan(9)
  expect(links.filter(({ isThere }) => !isThere).map(({ says }) => says)).toEqual([])
})

/** Zero if the file declares no such name. */
function lineOfDeclaration(path: string, name: string): number {
  if (name === '' || !existsSync(join(ROOT, path))) return 0
  const declaration = new RegExp(`^(?:export )?(?:async )?(?:function|const|type|class) ${name}\\b`)
  return (
    readText(path)
      .split('\n')
      .findIndex((line) => declaration.test(line)) + 1
  )
}

/** As in docs/development/architecture.md. */
const SHORT_FOLDERS = ['provider', 'core', 'web']
/** Readers make them. */
const FILES_OF_READERS = ['app.test.ts', 'countersign.sql']

test('every path and file name in backticks is in the repository, or is made by its commands', () => {
  const files = listFiles()
  const folders = [...new Set(files.filter((file) => file.includes('/')).map(topOf)), ...SHORT_FOLDERS]
  const named = listFiles('*.md').flatMap((document) =>
    [...withoutCodeBlocks(readText(document)).matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, code = '']) => code.split(/\s+/))
      .map((word) => word.replace(/[.,;:)]+$/, ''))
      .filter((word) => SOURCE_NAME.test(word) || (word.includes('/') && folders.includes(topOf(word))))
      .map((path) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(200)
  const missing = named.filter(({ document, path }) => {
    const pattern = patternOf(path, dirname(document))
    return !FILES_OF_READERS.includes(path) && !files.some((file) => pattern.test(file)) && !isMade(path, files)
  })
  expect(missing.map(({ document, path }) => `${document}: ${path}`)).toEqual([])
})

const SOURCE_NAME = /^[\w.…*<>[\]/-]+\.(?:tsx?|mjs|sql|css)$/

function topOf(path: string): string {
  return path.slice(0, path.indexOf('/'))
}

/** Matches the files that a path means: below the repository, a short folder or the document's; a source by its end. */
function patternOf(path: string, folder: string): RegExp {
  const above = SOURCE_NAME.test(path) ? '.*/' : `${folder}/|services/`
  const text = path
    .replace(/\/$/, '')
    .replace(/(?<=^|\/)x(?=\.)/, '*')
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+|<\w+>|…/g, '[^/]*')
    .replace(new RegExp(`^(?:${SHORT_FOLDERS.join('|')})(?=/|$)`), '$&(?:/src)?')
  return new RegExp(`^(?:${above})?${text}(?:/|$)`)
}

/** Whether git ignores it, in a folder of the repository. */
function isMade(path: string, files: readonly string[]): boolean {
  const parts = path.replace(/\/$/, '').split('/')
  const folders = parts.map((_part, index) => `${parts.slice(0, index + 1).join('/')}/`)
  const input = folders.join('\n')
  const [first = ''] = spawnSync('git', ['check-ignore', '--stdin'], {
    cwd: ROOT,
    encoding: 'utf8',
    input,
  }).stdout.split('\n')
  return first !== '' && files.some((file) => file.startsWith(`${dirname(first)}/`))
}

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
  expect(named.filter((each) => !OLDEST_NODE.startsWith(`${each.split(': ')[1]}.`))).toEqual([])
})

function leadsSomewhere(path: string, anchor?: string): boolean {
  const file = join(ROOT, path)
  if (!existsSync(file)) return false
  if (anchor === undefined || !path.endsWith('.md') || statSync(file).isDirectory()) return true
  return headingsOf(readText(path)).includes(anchor)
}

function headingsOf(text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => headingSlug(heading))
}

function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^ *(`{3,}).*?^ *\1$/gms, '')
}
