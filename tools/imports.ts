import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** Imports of values: a type is gone when the program runs. */
const IMPORT =
  /^(?:import|export) (?!type )(?:(?:[\w$, ]*\{(?<names>[^}]*)\}|[^'{;=]*) from )?'(?<specifier>[^']+)'|\bimport\('(?<later>[^']+)'\)/gm

type Import = { readonly file: string; readonly names: readonly string[] | undefined }

type Question = {
  /** Paths are relative to it. */
  readonly root: string
  readonly files: readonly string[]
  readonly isTarget: (file: string, text: string) => boolean
}

/**
 * The files that import a target, themselves or through others. Follows paths and names of workspaces; through an `index.ts`
 * that only re-exports, just the imported names.
 */
export function findDependents({ root, files, isTarget }: Question): ReadonlySet<string> {
  const reader = readers.get(root) ?? createReader(root)
  readers.set(root, reader)
  const importers = new Map<string, string[]>(files.map((file) => [file, []]))
  const waiting = [...files]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of reader.nodesAfter(node)) {
      if (!importers.has(next)) waiting.push(next)
      importers.set(next, [...(importers.get(next) ?? []), node])
    }
  }
  const found = new Set([...importers.keys()].filter((node) => isTarget(fileOf(node), reader.textOf(fileOf(node)))))
  for (const node of found) for (const importer of importers.get(node) ?? []) found.add(importer)
  return new Set(files.filter((file) => found.has(file)))
}

const readers = new Map<string, ReturnType<typeof createReader>>()

/** A node is a file, or one name of an `index.ts`: `file#name`. */
function fileOf(node: string): string {
  return node.split('#')[0] ?? node
}

function createReader(root: string) {
  const packages = readPackages(root)
  const texts = new Map<string, string>()
  const imports = new Map<string, readonly Import[]>()

  function textOf(file: string): string {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
    return text
  }

  function resolve(from: string, specifier: string): string | undefined {
    const [path = ''] = specifier.split('?')
    if (!path.startsWith('.')) return packages.get(path) ?? throughPattern(path)
    const file = join(dirname(from), path)
    return /\.(?:tsx?|m?js)$/.test(file) && existsSync(join(root, file)) ? file : undefined
  }

  /** An entry such as `./*` of a package's exports. */
  function throughPattern(path: string): string | undefined {
    for (const [entry, target] of packages) {
      const [start = '', end] = entry.split('*')
      if (end === undefined || !path.startsWith(start)) continue
      const file = target.replace('*', path.slice(start.length))
      if (existsSync(join(root, file))) return file
    }
    return undefined
  }

  function importsOf(file: string): readonly Import[] {
    const known = imports.get(file)
    if (known) return known
    const found = Array.from(textOf(file).matchAll(IMPORT), ({ groups = {} }) => {
      const target = resolve(file, groups['specifier'] ?? groups['later'] ?? '')
      return target === undefined ? [] : [{ file: target, names: namesIn(groups['names']) }]
    }).flat()
    imports.set(file, found)
    return found
  }

  function isIndex(file: string): boolean {
    return file.endsWith('/index.ts') && !/^(?:import|const|export (?!type )[^{*])/m.test(textOf(file))
  }

  function nodesAfter(node: string): readonly string[] {
    const [file = '', name] = node.split('#')
    return importsOf(file)
      .filter(({ names }) => name === undefined || !names || names.includes(name))
      .flatMap((each) => {
        const names = name === undefined ? each.names : [name]
        return names && isIndex(each.file) ? names.map((wanted) => `${each.file}#${wanted}`) : [each.file]
      })
  }

  return { textOf, nodesAfter }
}

function namesIn(clause: string | undefined): readonly string[] | undefined {
  const parts = clause?.split(',').map((each) => each.trim())
  return parts?.filter((each) => each !== '' && !each.startsWith('type ')).flatMap((each) => each.split(' as '))
}

type Manifest = {
  readonly name?: string
  readonly workspaces?: readonly string[]
  readonly exports?: string | Readonly<Record<string, unknown>>
}

/** Files by the names that other workspaces import. */
function readPackages(root: string): ReadonlyMap<string, string> {
  const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const folders = read('package.json').workspaces?.filter((each) => !each.startsWith('!')) ?? []
  const manifests = globSync(
    folders.map((each) => `${each}/package.json`),
    { cwd: root },
  )
  return new Map(
    manifests.flatMap((manifest) => {
      const { name = '', exports = {} } = read(manifest)
      const entries = Object.entries(typeof exports === 'string' ? { '.': exports } : exports)
      const ours = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      return ours.map(([path, target]) => [join(name, path), join(dirname(manifest), target)])
    }),
  )
}
