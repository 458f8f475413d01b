import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '../files.ts'
import { readManifest } from '../pack/repository.ts'

const PACKAGE = 'kit/sdk'
const HEAD = `# Reference of \`@countersign/sdk\`

Made from the types of the package: an editor shows the same. [The guide](../guides/apps/sdk.md) says how the calls go together.
`

const STATEMENT = /^(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?(?:export|declare|type|import)\b/gm

type Exported = { readonly name: string; readonly from: string | undefined }

const types = mkdtempSync(join(tmpdir(), 'countersign-sdk-types-'))

export function writeSdkReference(): string {
  try {
    return writeReference(types)
  } finally {
    rmSync(types, { recursive: true })
  }
}

function writeReference(folder: string): string {
  for (const config of ['tools/pack/tsconfig.json', 'tools/pack/tsconfig.browser.json']) {
    const command = ['-p', join(ROOT, config), '--outDir', folder, '--emitDeclarationOnly']
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), command, { stdio: 'inherit' })
  }
  const { exports } = readManifest(PACKAGE)
  const entries = Object.entries(exports).map(([path, source]) => ({ path, file: typesOf(folder, PACKAGE, source) }))
  const described = entries.filter(({ file }) => existsSync(file)).map(describeEntry)
  return HEAD + described.join('')
}

function typesOf(folder: string, owner: string, source: string): string {
  return join(folder, owner, source.replace(/\.tsx?$/, '.d.ts'))
}

function describeEntry({ path, file }: { readonly path: string; readonly file: string }): string {
  const names = exportsOf(file).toSorted(({ name: left }, { name: right }) => rankOf(left) - rankOf(right))
  const described = names.map(({ name, from }) => describeExport(name, findFile(file, from)))
  return `\n## \`@countersign/sdk${path.slice(1)}\`\n${described.join('')}`
}

/** Functions before types. */
function rankOf(name: string): number {
  return /^[a-z]/.test(name) ? 0 : 1
}

/** Exports of a file, re-exported or declared. */
function exportsOf(file: string): readonly Exported[] {
  const text = readFileSync(file, 'utf8')
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]+)\} from ['"]([^'"]+)['"]/gm)].flatMap(
    ([, names = '', from]) => names.split(',').map((name) => ({ name: name.replace('type ', '').trim(), from })),
  )
  const own = [...text.matchAll(/^export (?:declare )?(?:type|function|class|const) (\w+)/gm)]
  return [...passedOn, ...own.map(([, name = '']) => ({ name, from: undefined }))]
}

function findFile(file: string, from: string | undefined): string {
  if (from === undefined) return file
  if (from.startsWith('.')) return resolve(dirname(file), from.replace(/\.[jt]s$/, '.d.ts'))
  const [, owner = '', path = ''] = /^@countersign\/([\w-]+)(.*)$/.exec(from) ?? []
  const { exports } = readManifest(`packages/${owner}`)
  return typesOf(types, `packages/${owner}`, exports[`.${path}`] ?? '')
}

function describeExport(name: string, file: string): string {
  const declared = new RegExp(`^export (?:declare )?(?:type|function|class|const) ${name}\\b`, 'm')
  const statements = statementsIn(readFileSync(file, 'utf8'))
  const statement = statements.find((each) => declared.test(each))
  const elsewhere = exportsOf(file).find((each) => each.name === name && each.from !== undefined)
  if (statement === undefined && elsewhere) return describeExport(name, findFile(file, elsewhere.from))
  if (statement === undefined) throw new Error(`${file} declares no ${name}.`)
  const [, comment = '', code = ''] = /^(?:\/\*\*([^]*?)\*\/\n)?([^]*)$/.exec(statement) ?? []
  const [, named] = /\btypeof ([A-Z_]+)/.exec(code) ?? []
  const constant = named === undefined ? '' : statements.find((each) => each.startsWith(`declare const ${named}:`))
  const shown = [constant, code]
    .map((each = '') => each.replace(/^(?:export )?(?:declare )?/, '').trim())
    .join('\n')
    .trim()
  return `\n### \`${name}\`\n\n${toText(comment)}\`\`\`ts declaration\n${shown}\n\`\`\`\n`
}

/** Each statement with its comment. */
function statementsIn(text: string): readonly string[] {
  return text.replaceAll(STATEMENT, '\0$&').split('\0')
}

function toText(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim())
  const [about = '', ...thrown] = lines
    .join(' ')
    .trim()
    .split(/ ?@throws /)
  const paragraphs = [about, ...thrown.map((what) => `Throws ${what}.`.replace(/\.\.$/, '.'))]
  return paragraphs.map((paragraph) => (paragraph.trim() === '' ? '' : `${paragraph.trim()}\n\n`)).join('')
}
