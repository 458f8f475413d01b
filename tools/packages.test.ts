import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const IMPORT = /(?:\bfrom|\bimport\(|^import) ?'(?<name>[^']+)'/gm
const OURS = /^@countersign\/(?<folder>[\w-]+)/
const ROW = /^\| `packages\/(?<folder>[\w-]+)` \| [^|]+ \| (?<imports>[^|]+) \|$/gm

type Import = { readonly file: string; readonly name: string }

const packages = listFiles('*package.json').map(dirname)
const imports = listFiles('*.ts', '*.tsx', '*.mjs').flatMap(readImports)

test('no package imports by a relative path out of itself', () => {
  expect(imports.length).toBeGreaterThan(1_000)
  expect(imports.filter(({ file, name }) => name.startsWith('.') && leavesItsPackage(file, name))).toEqual([])
  expect(leavesItsPackage('cli/src/main.ts', '../../tools/build.ts')).toBe(true)
  expect(leavesItsPackage('tools/build.ts', '../cli/src/main.ts')).toBe(true)
})

test('each package imports of ours what ARCHITECTURE.md says, no more and no less', () => {
  const stated = [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(ROW)].map(({ groups = {} }) => {
    const names = groups['imports'] === 'nothing' ? [] : (groups['imports'] ?? '').split(', ')
    return [groups['folder'], new Set(names.map((each) => /^[\w-]+/.exec(each)?.[0]))]
  })
  const folders = packages.filter((path) => path.startsWith('packages/')).map((path) => path.slice('packages/'.length))
  const actual = folders.map((folder) => [folder, importsOf(`packages/${folder}/src/`)])
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(actual))
})

/** What the code that ships imports of ours; tests may import more. */
function importsOf(folder: string): ReadonlySet<string> {
  const ships = imports.filter(
    ({ file }) => file.startsWith(folder) && !/\.test\.ts$|\/test(ing)?\//.test(file.slice(folder.length)),
  )
  return new Set(ships.flatMap(({ name }) => OURS.exec(name)?.groups?.['folder'] ?? []))
}

function leavesItsPackage(file: string, name: string): boolean {
  return packageOf(file) !== packageOf(normalize(join(dirname(file), name)))
}

/** The folder of the innermost package; the root's own folders count as one each. */
function packageOf(file: string): string | undefined {
  const [innermost] = packages.filter((path) => file.startsWith(`${path}/`)).toSorted((a, b) => b.length - a.length)
  return innermost ?? file.split('/')[0]
}

function listFiles(...patterns: readonly string[]): readonly string[] {
  return execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
}

function readImports(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return Array.from(text.matchAll(IMPORT), ({ groups }) => ({ file, name: groups?.['name'] ?? '' }))
}
