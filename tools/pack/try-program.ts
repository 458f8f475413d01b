import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@countersign/testing'
import { runIn, runNpm, runWith, startIn } from './programs.ts'
import { readManifest } from './repository.ts'

/** The consumer's environment. */
type RegisteredApp = Readonly<Record<'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'CLAIMS_KEY_FILE', string>>

/** Creates a user who approves, and returns the callback URL. */
export type Approve = (url: string) => Promise<string>

type Trial = {
  readonly installed: string
  /** Working folder of the commands; must not exist yet. */
  readonly folder: string
  readonly use: (app: RegisteredApp, approve: Approve) => Promise<unknown>
  readonly provideDatabase: ((dataDirectory: string) => unknown) | undefined
  readonly demoOnly: boolean
}

const SCOPES = ['openid', 'email', 'profile'].flatMap((name) => ['--scope', name])
const APP = ['--name', 'My App', '--redirect-uri', 'http://localhost:9/callback', ...SCOPES]

/**
 * Runs the installed program: the demo with an app registered while it runs, and the production commands.
 * @throws AssertionError, or Error with the program's output
 */
export async function tryProgram(node: string, trial: Trial): Promise<void> {
  const { installed, folder, use, provideDatabase, demoOnly } = trial
  const program = join(installed, 'node_modules/.bin/countersign')
  const untouched = listTimes(join(installed, 'node_modules/countersign'))
  for (const data of demoOnly ? ['.countersign'] : ['.countersign', 'data']) {
    mkdirSync(join(folder, data), { recursive: true, mode: 0o700 })
    provideDatabase?.(join(folder, data))
  }
  await tryDemo([node, program], folder, use)
  if (!demoOnly) await tryServing([node, program], folder)
  assert.deepEqual(listTimes(join(installed, 'node_modules/countersign')), untouched, 'It wrote into its own folder.')
}

async function tryDemo([node, program]: Command, folder: string, use: Trial['use']): Promise<void> {
  const env = { PORT: '0', APP_PORT: '0' }
  const demo = await startIn(folder, [node, program, 'dev'], { env, until: 'Stop with Ctrl-C' })
  try {
    const [, issuer = ''] = /Your account +(\S+)/.exec(demo.said) ?? []
    assert.match(demo.said, /Register an app +npx countersign clients add/)
    assert.match(await readText(issuer), /<script/)
    const registered: unknown = JSON.parse(await runIn(folder, node, program, 'clients', 'add', ...APP, '--json'))
    assert.ok(isRegistered(registered))
    const { client_id, client_secret, claims_key_file } = registered
    const app = { ISSUER: issuer, CLIENT_ID: client_id, CLIENT_SECRET: client_secret }
    const approve: Approve = async (url) => {
      const person = ['person', '--core', issuer, '--claim', 'email=ada@example.org', '--approve', url]
      const { return_to: callback }: { return_to: string } = JSON.parse(await runIn(folder, node, program, ...person))
      return callback
    }
    await use({ ...app, CLAIMS_KEY_FILE: join(folder, claims_key_file) }, approve)
  } finally {
    assert.equal(await demo.stop(), 0)
  }
}

async function tryServing([node, program]: Command, folder: string): Promise<void> {
  assert.equal((await runIn(folder, node, program, '--version')).trim(), readManifest().version)
  await runIn(folder, node, program, 'secrets', '--out', 'countersign.env')
  const url = `http://localhost:${await freePort()}`
  const lines = [`BASE_URL=${url}`, `PORT=${new URL(url).port}`, 'TRUSTED_PROXIES=none', 'DATA_DIR=data']
  writeFileSync(join(folder, 'countersign.env'), `${lines.join('\n')}\n`, { flag: 'a' })
  const configured = [node, '--env-file=countersign.env', program] as const
  const server = await startIn(folder, [...configured, 'serve'], { until: '"event":"listening"' })
  try {
    assert.match(await readText(`${url}/health/ready`), /"ok"/)
    assert.match(await readText(`${url}/.well-known/oauth-authorization-server`), new RegExp(`"issuer":"${url}"`))
    assert.match(await readText(url), /<script/)
    assert.match(await runIn(folder, ...configured, 'doctor'), new RegExp(`BASE_URL +${url}`))
  } finally {
    assert.equal(await server.stop(), 0)
  }
}

type Command = readonly [node: string, program: string]

async function readText(url: string): Promise<string> {
  return (await fetch(url)).text()
}

function isRegistered(json: unknown): json is Record<'client_id' | 'client_secret' | 'claims_key_file', string> {
  return typeof json === 'object' && json !== null && 'client_secret' in json && 'claims_key_file' in json
}

function listTimes(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return files.map((name) => [name, statSync(join(folder, name)).mtimeMs] as const)
}

/** Runtimes other than Node, from npm. */
const RUNTIMES = {
  deno: { version: '2.9.6', command: ['deno', 'run', '--allow-all', '--no-prompt'] },
  bun: { version: '1.4.5', command: ['bun', 'run'] },
} as const

export type Runtime = keyof typeof RUNTIMES

/** Installs a runtime; returns the command that runs a file. */
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

/** Begins a sign-in in one process of the plain app and finishes it in another. @throws AssertionError */
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
