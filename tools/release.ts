/**
 * `npm run release`: makes a release in dist/release, from a clean clone at its tag. It signs and publishes nothing: the key
 * is offline (docs/development/releasing.md).
 *   --dry-run   from any commit and its changes; signs with a key that it throws away
 */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './command.ts'
import { ROOT } from './files.ts'
import { findOrigin, readManifest } from './pack/repository.ts'
import { sorted } from './release/archives.ts'
import { makeFiles } from './release/make-files.ts'
import { SIGNED, SUMS, signByThrowawayKey, writeRelease } from './release/write-release.ts'

const FOLDER = join(ROOT, 'dist/release')

try {
  await release()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function release(): Promise<void> {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
  const { version } = readManifest()
  if (!values['dry-run']) refuseOtherThanTag(`v${version}`)
  const { code } = await run([process.execPath, 'tools/build.ts'], { show: true })
  if (code !== 0) throw new Error('The build failed: its reason stands above.')
  const files = await makeFiles(new Date(Number(git('log', '-1', '--format=%ct')) * 1_000))
  writeRelease(FOLDER, files)
  if (values['dry-run']) signByThrowawayKey(FOLDER, version)
  const sizes = [...sorted(files).map(([name]) => name), SUMS].map((name) => `  ${kib(name)}  ${name}\n`)
  process.stdout.write(`${FOLDER}\n${sizes.join('')}`)
  if (findOrigin() === undefined)
    process.stdout.write('This clone has no origin, so the packages name no repository.\n')
  process.stdout.write(values['dry-run'] ? describeDryRun() : describeNextSteps(version))
}

/** @throws Error unless the clone is at the tag, unchanged */
function refuseOtherThanTag(tag: string): void {
  const tags = git('tag', '--points-at', 'HEAD').split('\n')
  const changes = git('status', '--porcelain')
  if (tags.includes(tag) && changes === '') return
  const reason = changes === '' ? `this commit is not ${tag}` : 'this clone has changes'
  throw new Error(
    `A release is made from a clean clone at its tag, and ${reason}. To try it: npm run release -- --dry-run`,
  )
}

function git(...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function kib(name: string): string {
  return `${Math.ceil(statSync(join(FOLDER, name)).size / 1024)} KiB`.padStart(9)
}

function describeDryRun(): string {
  return `${SIGNED.join(' and ')} are signed with a key that no longer exists: dry-run.pub. This is no release.\n`
}

function describeNextSteps(version: string): string {
  return `Next: compare ${SUMS} with the other person's, then sign where the key is:
  minisign -S -s countersign.key -t "countersign ${version}" -m ${SIGNED.join(' ')}
The rest is in docs/development/releasing.md.
`
}
