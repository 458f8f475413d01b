import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { type OutputChunk, rolldown } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { ROOT } from '../files.ts'
import { withPublishedImports } from './build-libraries.ts'
import { commonFields, readLocked } from './repository.ts'

const TEST_SERVER = 'kit/test-server/src'
/** The entry, and the threads of the demo app and of test servers. */
const PROGRAMS = ['operate/cli/src/main', 'kit/examples/relying-app/src/main', `${TEST_SERVER}/thread`]
/** The module for tests, which lies with the chunks because it names a file. */
const TESTING = 'operate/cli/src/testing'
/** Published with types. */
const TYPED = [`${TEST_SERVER}/create-test-server`, `${TEST_SERVER}/test-server`]
/** Read at run time. */
const FILES = [
  'kit/examples/relying-app/logo.png',
  'services/core/migrations',
  'services/provider/migrations',
  'services/web/dist',
  'operate/console/dist',
]
const FOLDERS = ['kit', 'operate', 'packages', 'services', 'verify']
/** The package name of a third-party import. TypeBox is packed: as 683 modules it costs more time than all of ours. */
const OTHERS = /^(?!node:|(?:@countersign|countersign)\/|typebox(?:\/|$))(?:@[\w.-]+\/)?[a-z][\w.-]*/
const PACKED_LICENSE = 'node_modules/typebox/license'
/** Of chunks, each of several modules. */
const CHUNKS = 'operate/cli/src'
const OWN_PLACE = 'import.meta.'
const NAMED_FILE = /new URL\(['"]([^'"]+)['"], import\.meta\.url\)/g

/**
 * Builds `countersign` with all its workspaces in a few chunks, and files laid out like the repository.
 * @throws Error for a named file that is not packed
 */
export async function buildProgram(to: string): Promise<string> {
  const folder = join(to, 'countersign')
  const modules = await buildModules(folder)
  for (const name of TYPED) writeTypes(name, folder)
  for (const name of FILES) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  cpSync(join(ROOT, PACKED_LICENSE), join(folder, CHUNKS, 'LICENSE.typebox'))
  cpSync(join(ROOT, 'operate/cli/README.md'), join(folder, 'README.md'))
  const own = new Set(modules.map(({ fileName }) => fileName))
  const imported = modules.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const packages = imported.flatMap((name) => (own.has(name) ? [] : (OTHERS.exec(name) ?? [])))
  const manifest = {
    ...commonFields('operate/cli'),
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { countersign: 'operate/cli/src/main.js' },
    exports: {
      './testing': { types: `./${TYPED[0]}.d.ts`, default: `./${TESTING}.js` },
      './package.json': './package.json',
    },
    files: FOLDERS,
    ...versionsOf(new Set(packages)),
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2))
  for (const each of modules) checkNamedFiles(folder, each)
  return folder
}

async function buildModules(folder: string): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { ...Object.fromEntries(PROGRAMS.map((name) => [name, `${name}.ts`])), [TESTING]: `${TYPED[0]}.ts` },
    platform: 'node',
    external: OTHERS,
    tsconfig: false,
    plugins: [{ name: 'keep-places', transform: keepPlace }],
  })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
    sourcemap: true,
    // Keeps local paths out of the maps.
    sourcemapPathTransform: (source, map) => `countersign:///${relative(ROOT, resolve(dirname(map), source))}`,
  })
  await bundle.close()
  return output.filter((each) => each.type === 'chunk')
}

/** Has a module in a chunk find files as if it lay where its source does. Lines stay, so the map does. */
function keepPlace(code: string, id: string) {
  if (!code.includes(OWN_PLACE)) return undefined
  const place = placeOf(id)
  const below = (path: string): string => `(import.meta.dirname + ${JSON.stringify(`/${path}`)})`
  const kept = code
    .replaceAll('import.meta.dirname', below(dirname(place)))
    .replaceAll('import.meta.filename', below(place))
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
  return { code: kept, map: null }
}

/** Of the module that is built from a source, seen from the chunks. */
function placeOf(source: string): string {
  return relative(join(ROOT, CHUNKS), source).replace(/\.ts$/, '.js')
}

/** @throws Error, where a type is not written down and a compiler would have to find it */
function writeTypes(name: string, folder: string): void {
  const { code, errors } = isolatedDeclarationSync(`${name}.ts`, readFileSync(join(ROOT, `${name}.ts`), 'utf8'))
  if (errors.length > 0) throw new Error(`${name}.ts: ${errors.map(({ message }) => message).join('; ')}`)
  writeFileSync(join(folder, `${name}.d.ts`), withPublishedImports(code))
}

/** The versions that the repository is tested with. */
function versionsOf(names: ReadonlySet<string>) {
  const locked = readLocked()
  const list = (isOptional: boolean) =>
    [...names].toSorted().flatMap((name) => {
      const { version, optional = false } = locked[`node_modules/${name}`] ?? {}
      if (version === undefined) throw new Error(`package-lock.json has no ${name}.`)
      return optional === isOptional ? [[name, version]] : []
    })
  return { dependencies: Object.fromEntries(list(false)), optionalDependencies: Object.fromEntries(list(true)) }
}

/** @throws Error for a file that a module names and the package lacks */
function checkNamedFiles(folder: string, { fileName, moduleIds }: OutputChunk): void {
  for (const id of moduleIds.filter((each) => each.endsWith('.ts'))) {
    const code = readFileSync(id, 'utf8')
    if (code.includes(OWN_PLACE) && dirname(fileName) !== CHUNKS) throw new Error(`${fileName} must lie in ${CHUNKS}.`)
    for (const [, name = ''] of code.matchAll(NAMED_FILE)) {
      const named = join(folder, CHUNKS, dirname(placeOf(id)), name)
      if (!existsSync(named))
        throw new Error(`${id} reads ${named}, which is not packed: see FILES in build-program.ts.`)
    }
  }
}
