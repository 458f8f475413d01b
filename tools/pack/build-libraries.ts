import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withPublishedImports } from './published-imports.ts'
import { commonFields, type Manifest, ROOT, readManifest } from './repository.ts'

/** What others build on: modules as they are, each with its types and its source map. */
const LIBRARIES = ['contracts', 'data-token', 'device', 'names', 'sdk', 'vault']
/** The second has what a page has, which nothing else may use. */
const CONFIGS = ['tsconfig.json', 'tsconfig.browser.json']

/** Builds the libraries into a folder each, and answers those. @throws Error with what the compiler said */
export async function buildLibraries(to: string): Promise<readonly string[]> {
  for (const config of CONFIGS) {
    const path = join(import.meta.dirname, config)
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', path, '--outDir', to])
  }
  return LIBRARIES.map((name) => {
    const [source, folder] = [join('packages', name), join(to, name)]
    renameSync(join(folder, 'src'), join(folder, 'dist'))
    mendTypes(join(folder, 'dist'))
    cpSync(join(ROOT, source, 'README.md'), join(folder, 'README.md'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify(describeLibrary(source, folder), undefined, 2))
    return folder
  })
}

function mendTypes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const file = join(folder, name)
    writeFileSync(file, withPublishedImports(readFileSync(file, 'utf8')))
  }
}

function describeLibrary(source: string, folder: string) {
  const { exports, dependencies, peerDependencies, peerDependenciesMeta } = readManifest(source)
  const common = commonFields(source)
  const versions = Object.entries(dependencies).map(([name, version]) => [
    name,
    name.startsWith('@countersign/') ? common.version : version,
  ])
  return {
    ...common,
    sideEffects: false,
    exports: publishedExports(exports, folder),
    files: ['dist'],
    dependencies: Object.fromEntries(versions),
    peerDependencies,
    peerDependenciesMeta,
  }
}

/** What was not built is there for our own tests. */
function publishedExports(exports: Manifest['exports'], folder: string) {
  const built = Object.entries(exports).flatMap(([name, source]) => {
    const file = source.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1')
    return existsSync(join(folder, `${file}.js`)) ? [[name, { types: `${file}.d.ts`, default: `${file}.js` }]] : []
  })
  return Object.fromEntries(built)
}
