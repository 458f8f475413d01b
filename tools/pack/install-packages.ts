import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runIn, runNpm } from './programs.ts'
import { type Published, ROOT } from './repository.ts'

/** Puts the packages of these tarballs, and what they depend on, into an empty folder. */
export type Install = (folder: string, tarballs: readonly string[]) => Promise<void>

const CONSUMERS = join(import.meta.dirname, 'consumer')
/** As strict as a compiler can be told to be. */
const STRICT =
  '--ignoreConfig --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --verbatimModuleSyntax'.split(
    ' ',
  )
const TARGET = '--module nodenext --target es2023 --lib es2023 --types node'.split(' ')

/** As people do. */
export async function installByNpm(folder: string, tarballs: readonly string[]): Promise<void> {
  await runNpm(folder, 'install', '--prefer-offline', '--loglevel=error', ...tarballs)
}

/**
 * Without npm's registry: what a package names as its dependencies is linked from the repository, for it alone, so what it
 * imports and does not name is missed.
 */
export async function installFromRepository(folder: string, tarballs: readonly string[]): Promise<void> {
  const modules = join(folder, 'node_modules')
  // The consumer's own.
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

/**
 * Compiles one that uses all of the libraries, in that folder, to `consumer.js` and `testing.js`, beside the one in plain JavaScript; with the
 * types of all that is installed, unless these are left out.
 * @throws Error
 */
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
