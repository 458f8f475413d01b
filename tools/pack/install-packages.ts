import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../files.ts'
import { runIn, runNpm } from './programs.ts'
import { type Published } from './repository.ts'

/** Installs tarballs and their dependencies into an empty folder. */
export type Install = (folder: string, tarballs: readonly string[]) => Promise<void>

const CONSUMERS = join(import.meta.dirname, 'consumer')
const STRICT =
  '--ignoreConfig --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --verbatimModuleSyntax'.split(
    ' ',
  )
const TARGET = '--module nodenext --target es2023 --lib es2023 --types node'.split(' ')

export async function installByNpm(folder: string, tarballs: readonly string[]): Promise<void> {
  await runNpm(folder, 'install', '--prefer-offline', '--loglevel=error', ...tarballs)
}

/**
 * Without npm's registry: links each package's declared dependencies from the repository, so that an undeclared import fails.
 */
export async function installFromRepository(folder: string, tarballs: readonly string[]): Promise<void> {
  const modules = join(folder, 'node_modules')
  // For the consumer.
  link(join(ROOT, 'node_modules/typebox'), join(modules, 'typebox'))
  for (const tarball of tarballs) {
    const {
      name,
      dependencies,
      optionalDependencies,
      bin = {},
    }: Published = JSON.parse(await runIn(folder, 'tar', '-xzOf', tarball, 'package/package.json'))
    const own = join(modules, name)
    mkdirSync(own, { recursive: true })
    await runIn(own, 'tar', '-xzf', tarball, '--strip-components=1')
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (!other.startsWith('@countersign/')) link(join(ROOT, 'node_modules', other), join(own, 'node_modules', other))
    }
    for (const [command, file] of Object.entries(bin)) {
      link(join(own, file), join(modules, '.bin', command))
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) symlinkSync(target, path)
}

/** Compiles a consumer of all libraries to `consumer.js`, and an app's test to `testing.js`. @throws Error */
export async function compileConsumer(folder: string, skipLibCheck: boolean): Promise<void> {
  cpSync(CONSUMERS, folder, { recursive: true })
  const nodeTypes = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  await runIn(
    folder,
    join(ROOT, 'node_modules/.bin/tsc'),
    ...STRICT,
    ...TARGET,
    ...nodeTypes,
    ...(skipLibCheck ? ['--skipLibCheck'] : []),
    'consumer.ts',
    'testing.ts',
  )
}

/** Installs a release of Node unless the folder has it; returns its program. */
export async function installNode(release: string, cacheFolder: string): Promise<string> {
  if (release === process.versions.node) return process.execPath
  const [name, prefix] = [`node-${process.platform}-${process.arch}`, join(cacheFolder, 'node', release)]
  const node = join(prefix, 'node_modules', name, 'bin/node')
  const wanted = `${name}@${release}`
  if (!existsSync(node))
    await runNpm(cacheFolder, 'install', '--loglevel=error', '--no-save', '--prefix', prefix, wanted)
  return node
}
