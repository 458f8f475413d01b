import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { describeOldNode } from 'countersign/oldest-node'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { compileConsumer, type Install, installNode } from './install-packages.ts'
import { makePackages } from './make-packages.ts'
import { runIn, runWith } from './programs.ts'
import { installRuntime, type Runtime, signInPlainly, tryProgram } from './try-program.ts'

type Options = {
  readonly install: Install
  /** As in TypeScript; saves nine tenths of the compile time. */
  readonly skipLibCheck?: boolean
  /** Saves creating an empty database. */
  readonly provideDatabase?: (dataDirectory: string) => unknown
  /** Keeps databases and Node releases between runs; a new folder by default. */
  readonly cacheFolder?: string
  /** Skips the production commands: nearly the same modules once more, in four processes. */
  readonly demoOnly?: boolean
  /** Node releases to test on, such as `20`; this one by default. */
  readonly releases?: readonly string[]
  /** Also signs in with the plain JavaScript app, on this Node and on `deno` or `bun`. */
  readonly runtimes?: readonly Runtime[]
  readonly say?: (text: string) => void
}

/** Unsupported: no SQLite, no zstd. */
const TOO_OLD = '18.20.8'

/**
 * Makes the packages, installs them into an empty folder, and uses them as an app, a user and an operator.
 * @throws Error with the problem
 */
export async function checkPackages(options: Options): Promise<void> {
  const { install, skipLibCheck = false, releases = [process.versions.node], say = () => undefined } = options
  const folder = mkdtempSync(join(tmpdir(), 'countersign packages '))
  try {
    const older = join(folder, 'countersign-0.0.0.tgz')
    writeFileSync(older, '')
    const tarballs = await makePackages(folder)
    assert.ok(!existsSync(older), 'An older tarball is still there.')
    for (const tarball of tarballs) {
      const problems = await lintPackage(tarball)
      if (problems.length > 0) throw new Error(`${tarball}:\n${problems.join('\n')}`)
    }
    say(`${tarballs.length} packages, of which publint and arethetypeswrong have nothing to say`)
    const installed = join(folder, 'app')
    mkdirSync(installed)
    writeFileSync(join(installed, 'package.json'), '{ "private": true, "type": "module" }')
    await install(installed, tarballs)
    await compileConsumer(installed, skipLibCheck)
    say('installed into an empty folder, where a consumer of all of them compiles')
    const trial = { ...options, folder, installed, say }
    const cache = options.cacheFolder ?? folder
    await refuseOldNode(await installNode(TOO_OLD, cache), trial)
    for (const release of releases) await tryOn(await installNode(release, cache), trial)
    const { runtimes = [] } = options
    if (runtimes.length > 0) await tryPlain(runtimes, trial)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Trial = Required<Pick<Options, 'say'>> &
  Pick<Options, 'provideDatabase' | 'demoOnly' | 'cacheFolder'> & {
    readonly folder: string
    readonly installed: string
  }

async function tryOn(
  node: string,
  { folder, installed, provideDatabase, demoOnly = false, cacheFolder = folder, say }: Trial,
): Promise<void> {
  const version = (await runIn(folder, node, '--version')).trim()
  const isOld = describeOldNode(version.slice(1)) !== undefined
  if (isOld) await refuseOldNode(node, { folder, installed, say })
  // An old Node uses the libraries against a program on this Node.
  await tryProgram(isOld ? process.execPath : node, {
    installed,
    folder: join(folder, `person ${version}`),
    use: (app) => runWith(app, installed, node, 'consumer.js'),
    provideDatabase,
    demoOnly,
  })
  if (!isOld) await runWith({ XDG_CACHE_HOME: cacheFolder }, installed, node, 'testing.js')
  say(
    `${version}: each library; ${isOld ? 'run by this Node, ' : ''}the demo, where an app signs a person in${demoOnly ? '' : '; serve'}`,
  )
}

/** Signs in with the untyped app on each runtime. */
async function tryPlain(
  runtimes: readonly Runtime[],
  { folder, installed, provideDatabase, say }: Trial,
): Promise<void> {
  const commands = [[process.execPath], ...(await Promise.all(runtimes.map((each) => installRuntime(each, folder))))]
  await tryProgram(process.execPath, {
    installed,
    folder: join(folder, 'person of plain apps'),
    use: async (app, approve) => {
      for (const command of commands) await signInPlainly(command, { app, installed, approve })
    },
    provideDatabase,
    demoOnly: true,
  })
  say(`plain JavaScript on ${['Node', ...runtimes].join(', ')}: an app signs a person in`)
}

/** The program only names the Node that it needs. @throws AssertionError */
async function refuseOldNode(node: string, { folder, installed, say }: Trial): Promise<void> {
  const version = (await runIn(folder, node, '--version')).trim().slice(1)
  const refused = runIn(folder, node, join(installed, 'node_modules/.bin/countersign'))
  await assert.rejects(refused, { code: 1, stderr: `${describeOldNode(version)}\n` })
  say(`v${version}: refused in one sentence`)
}

/** We publish ES modules only, and nothing for Node 10. */
const UNSUPPORTED = new Set(['node10', 'node16-cjs'])

/** Findings of publint and arethetypeswrong in a tarball. */
async function lintPackage(tarball: string): Promise<readonly string[]> {
  const content = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: content.buffer } })
  const types = await checkPackage(createPackageFromTarballData(content))
  const problems = types.types ? types.problems : []
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...problems
      .filter((each) => !('resolutionKind' in each && UNSUPPORTED.has(each.resolutionKind)))
      .map((each) => JSON.stringify(each)),
  ]
}
