import assert from 'node:assert/strict'
import { join } from 'node:path'
import { runNpm, runWith } from './programs.ts'
import type { Approve } from './try-program.ts'

/** Runtimes that are no Node, as npm has them. */
const RUNTIMES = {
  deno: { version: '2.9.6', command: ['deno', 'run', '--allow-all', '--no-prompt'] },
  bun: { version: '1.4.5', command: ['bun', 'run'] },
} as const

export type Runtime = keyof typeof RUNTIMES

/** Puts it into a folder of its own, and answers how a file is run by it. */
export async function installRuntime(name: Runtime, folder: string): Promise<readonly string[]> {
  const { version, command } = RUNTIMES[name]
  const prefix = join(folder, name)
  await runNpm(folder, 'install', '--loglevel=error', '--no-save', '--prefix', prefix, `${name}@${version}`)
  const [program, ...parameters] = command
  return [join(prefix, 'node_modules/.bin', program), ...parameters]
}

type Installed = {
  readonly app: Readonly<Record<string, string>>
  readonly installed: string
  readonly approve: Approve
}

/** Has the app in plain JavaScript begin a sign-in, and finish it in another process, with what it kept. @throws AssertionError */
export async function signInPlainly(
  [program = '', ...parameters]: readonly string[],
  { app, installed, approve }: Installed,
): Promise<void> {
  const run = async (...step: readonly string[]): Promise<unknown> =>
    JSON.parse(await runWith(app, installed, program, ...parameters, 'plain.js', ...step))
  const begun = await run('begin')
  assert.ok(isBegun(begun))
  const claims = await run('finish', await approve(begun.url), JSON.stringify(begun.flow))
  assert.deepEqual(claims, { email: 'ada@example.org' })
}

function isBegun(json: unknown): json is { readonly url: string; readonly flow: unknown } {
  return typeof json === 'object' && json !== null && 'url' in json && typeof json.url === 'string' && 'flow' in json
}
