import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { INSTALLED_MANIFEST } from '@countersign/console'
import { ROOT } from '../files.ts'
import { runIn } from './programs.ts'
import { commonFields, type Manifest, readManifest } from './repository.ts'

/** Holds the manifest of its release, with which it compares a server. */
const VERIFY_CLIENT = 'verify/verify-client'
/** Modules with types and source maps. */
const LIBRARIES = [
  'packages/contracts',
  'packages/data-token',
  'packages/device',
  'packages/names',
  'packages/vault',
  'kit/sdk',
  VERIFY_CLIENT,
]
/** The second adds the DOM, for browser modules only. */
export const CONFIGS = ['tsconfig.json', 'tsconfig.browser.json']

/** Builds each library into a folder of its own. @throws Error with the compiler's output */
export async function buildLibraries(to: string): Promise<readonly string[]> {
  for (const config of CONFIGS) {
    const path = join(import.meta.dirname, config)
    await runIn(ROOT, join(ROOT, 'node_modules/.bin/tsc'), '-p', path, '--outDir', to)
  }
  return LIBRARIES.map((source) => {
    const folder = join(to, source)
    renameSync(join(folder, 'src'), join(folder, 'dist'))
    mendTypes(join(folder, 'dist'))
    if (source === VERIFY_CLIENT) cpSync(INSTALLED_MANIFEST, join(folder, basename(INSTALLED_MANIFEST)))
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
  const { bin, exports, dependencies, peerDependencies, peerDependenciesMeta } = readManifest(source)
  const common = commonFields(source)
  const versions = Object.entries(dependencies).map(([name, version]) => [
    name,
    name.startsWith('@countersign/') ? common.version : version,
  ])
  return {
    ...common,
    sideEffects: false,
    bin: bin && Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, builtFile(file)])),
    exports: publishedExports(exports, folder),
    files: readdirSync(folder).filter((name) => name !== 'README.md'),
    dependencies: Object.fromEntries(versions),
    peerDependencies,
    peerDependenciesMeta,
  }
}

/** Exports without a build serve our own tests. */
function publishedExports(exports: Manifest['exports'], folder: string) {
  const built = Object.entries(exports).flatMap(([name, source]) => {
    const file = builtFile(source)
    return existsSync(join(folder, file)) ? [[name, { types: file.replace(/js$/, 'd.ts'), default: file }]] : []
  })
  return Object.fromEntries(built)
}

/** Of a source below `src`. */
function builtFile(source: string): string {
  return source.replace(/^(?:\.\/)?src\/(.+)\.ts$/, './dist/$1.js')
}

/** Imports that the compiler leaves in types, which older ones cannot follow. */
const SOURCE_IMPORT = /((?:from |import\()(["'])\.\.?\/[^"']+)\.ts\2/g

/** Makes imports end in `.js`. */
export function withPublishedImports(types: string): string {
  return types.replaceAll(SOURCE_IMPORT, '$1.js$2')
}
