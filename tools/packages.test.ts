import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

const IMPORT =
  /(?:^(?<kind>import type|export type|import|export)\b[^;']*?\bfrom|\bimport\(|^import) ?'(?<name>[^']+)'/gm
const OURS = /^@countersign\/(?<folder>[\w-]+)/
const ROW = /^\| `(?<folder>[\w/-]+)` \| [^|]+ \| (?<imports>[^|]+) \|$/gm
/** Neither built nor published. */
const TEST = /\.test\.(?:tsx?|js)$|\/test(?:ing)?\/|^packages\/testing\//
const ONLY_FOR_TESTS = /^@countersign\/(?:testing|[\w-]+\/testing)$/

type Import = { readonly file: string; readonly name: string; readonly isType: boolean }

/** The root and its workspaces; tools with their own lock file do not count. */
const { workspaces }: { readonly workspaces: readonly string[] } = JSON.parse(readText('package.json'))
const packages = listFiles('package.json', ...workspaces.map((folder) => `${folder}/package.json`)).map(dirname)
const imports = listFiles('*.ts', '*.tsx', '*.mjs', '*.js').flatMap(readImports)

test('no package imports by a relative path out of itself', () => {
  expect(imports.length).toBeGreaterThan(1_000)
  expect(imports.filter(({ file, name }) => name.startsWith('.') && leavesItsPackage(file, name))).toEqual([])
  expect(leavesItsPackage('operate/cli/src/main.ts', '../../tools/build.ts')).toBe(true)
  expect(leavesItsPackage('tools/build.ts', '../operate/cli/src/main.ts')).toBe(true)
})

test('each package imports of ours what docs/development/architecture.md says, no more and no less', () => {
  const [, section = ''] = readText('docs/development/architecture.md').split('## Packages')
  const rows = [...(section.split('## ')[0] ?? '').matchAll(ROW)].map(({ groups = {} }) => groups)
  expect(new Set(rows.map(({ folder }) => folder))).toEqual(new Set(packages.filter((path) => !UNLISTED.has(path))))
  for (const { folder = '', imports: stated = '' } of rows) {
    const names = stated === 'nothing' ? [] : stated.split(', ').map((each) => /^[\w-]+/.exec(each)?.[0])
    expect(importsOf(folder), folder).toEqual(new Set(names))
    for (const [, name] of stated.matchAll(/([\w-]+) \(types only\)/g)) {
      expect(
        shipped(folder).filter((each) => each.name === `@countersign/${name}` && !each.isType),
        folder,
      ).toEqual([])
    }
  }
})

test('nothing that ships imports what is there for tests', () => {
  const ships = packages.flatMap((folder) => (folder === 'e2e' || folder === 'bench' ? [] : shipped(folder)))
  expect(ships.filter(({ name }) => ONLY_FOR_TESTS.test(name))).toEqual([])
  expect(imports.some(({ name }) => ONLY_FOR_TESTS.test(name))).toBe(true)
})

const UNLISTED = new Set(['.', 'e2e', 'bench'])

function shipped(folder: string): readonly Import[] {
  return imports.filter(({ file }) => file.startsWith(`${folder}/`) && !TEST.test(file))
}

/** Our packages that shipped code imports; for packages/testing, all its code. */
function importsOf(folder: string): ReadonlySet<string> {
  const own =
    folder === 'packages/testing' ? imports.filter(({ file }) => file.startsWith(`${folder}/src/`)) : shipped(folder)
  return new Set(own.flatMap(({ name }) => OURS.exec(name)?.groups?.['folder'] ?? []))
}

function leavesItsPackage(file: string, name: string): boolean {
  return packageOf(file) !== packageOf(normalize(join(dirname(file), name)))
}

/** The innermost package; each folder of the root counts as one, and `vitest.config.ts` as of `tools`. */
function packageOf(file: string): string | undefined {
  const [innermost] = packages.filter((path) => file.startsWith(`${path}/`)).toSorted((a, b) => b.length - a.length)
  return innermost ?? (file === 'vitest.config.ts' ? 'tools' : file.split('/')[0])
}

function readImports(file: string): readonly Import[] {
  const text = readText(file)
  return Array.from(text.matchAll(IMPORT), ({ groups = {} }) => ({
    file,
    name: groups['name'] ?? '',
    isType: groups['kind']?.endsWith('type') ?? false,
  }))
}
