import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { registerClient } from '@countersign/provider'
import { keepClaimsKey } from '@countersign/sdk'
import type { TestServer } from '@countersign/test-server'
import { freePort } from '@countersign/testing'
import { build, preview } from 'vite'
import type { System } from './system.ts'

export const EXAMPLES = join(import.meta.dirname, '..', '..', 'kit/examples')
const SCOPES = ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false }))

export type ExampleApp = {
  readonly url: string
  /** As the consent page names it. */
  readonly name: string
  close(): Promise<void>
}

type ExampleServer = {
  readonly name: string
  readonly callbackPath: string
  /** Starts it in its own folder. */
  readonly start: (env: NodeJS.ProcessEnv, folder: string) => Promise<Started>
}

export async function startExpressExample(system: System): Promise<ExampleApp> {
  const start = async (env: NodeJS.ProcessEnv) =>
    startProgram({ command: process.execPath, parameters: ['server.js'], cwd: join(EXAMPLES, 'express'), env })
  return startServer(system, { name: 'Example express', callbackPath: '/callback', start })
}

export async function startNextExample(system: System): Promise<ExampleApp> {
  const next = 'node_modules/next/dist/bin/next'
  return startInstalled(system, { name: 'next', build: [next, 'build'], run: [next, 'start'] })
}

export async function startSvelteKitExample(system: System): Promise<ExampleApp> {
  return startInstalled(system, {
    name: 'sveltekit',
    build: ['node_modules/vite/bin/vite.js', 'build'],
    run: ['build'],
  })
}

type Installed = {
  readonly name: string
  /** Parameters of Node. */
  readonly build: readonly string[]
  readonly run: readonly string[]
}

/** Installs the SDK from tarballs and builds, which takes half a minute. */
async function startInstalled(system: System, { name, build: toBuild, run }: Installed): Promise<ExampleApp> {
  const start = async (env: NodeJS.ProcessEnv, folder: string) => {
    const [cwd, execute] = [join(folder, 'app'), promisify(execFile)]
    await execute(process.execPath, [join(EXAMPLES, '../../tools/pack.ts'), folder], { env })
    cpSync(join(EXAMPLES, name), cwd, { recursive: true })
    const tarballs = globSync('countersign-{sdk,data-token}-*.tgz', { cwd: folder }).map((file) => join(folder, file))
    await execute('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], { cwd, env })
    await execute(process.execPath, toBuild, { cwd, env })
    return startProgram({ command: process.execPath, parameters: run, cwd, env })
  }
  return startServer(system, { name: `Example ${name}`, callbackPath: '/auth/callback', start })
}

/** Registers the app with a key for sealed claims, and waits until it answers. */
async function startServer(system: System, { name, callbackPath, start }: ExampleServer): Promise<ExampleApp> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'))
  const [PORT, CLAIMS_KEY_FILE] = [String(await freePort()), join(folder, 'claims-key.json')]
  const url = `http://localhost:${PORT}`
  const REDIRECT_URI = url + callbackPath
  const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = await registerClient(system.providerSql, {
    name,
    redirectUris: [REDIRECT_URI],
    scopes: SCOPES,
    claimsEncryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).publicJwk,
  })
  const place = { PORT, ORIGIN: url, REDIRECT_URI }
  const settings = { ISSUER: system.providerUrl, CLIENT_ID, CLIENT_SECRET, CLAIMS_KEY_FILE, ...place }
  const secrets = {
    COOKIE_SECRET: 'for tests: 32 characters or more',
    SESSION_SECRET: 'for sessions: 32 characters or more',
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: undefined,
  }
  const started = await start({ ...process.env, ...settings, ...secrets }, folder)
  await untilAnswering(started, url)
  const close = async () => {
    await stopProgram(started)
    rmSync(folder, { recursive: true })
  }
  return { url, name, close }
}

/** The single-page app, built, and served as static files. */
export async function startExamplePage(system: System): Promise<ExampleApp> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'))
  const port = await freePort()
  const [url, name] = [`http://localhost:${port}`, 'Example page']
  const { clientId } = await registerClient(system.providerSql, {
    name,
    redirectUris: [`${url}/callback`],
    scopes: SCOPES,
    authenticationMethod: 'none',
  })
  writeFileSync(join(folder, '.env'), `ISSUER=${system.providerUrl}\nCLIENT_ID=${clientId}\n`)
  const outDir = join(folder, 'dist')
  const config = { root: join(EXAMPLES, 'single-page-app'), envDir: folder, logLevel: 'warn' } as const
  await build({ ...config, build: { outDir, emptyOutDir: true } })
  const server = await preview({ ...config, build: { outDir }, preview: { port, strictPort: true } })
  const close = async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  }
  return { url, name, close }
}

export type LibraryExample = {
  readonly name: string
  readonly callbackPath: string
  readonly program: Omit<Program, 'env'>
  readonly env?: Readonly<Record<string, string>>
  /** Seals claims: the app's private key is written here. */
  readonly claimsKeyFile?: string
}

export type StartedExample = Omit<ExampleApp, 'name'>

/** An app that uses a library of its own, without sealed claims unless it names a file for its key. */
export async function startLibraryExample(server: TestServer, example: LibraryExample): Promise<StartedExample> {
  const port = await freePort()
  const { claimsKeyFile: CLAIMS_KEY_FILE } = example
  const { clientId, clientSecret, claimsKey, redirectUri } = await server.addApp({
    name: example.name,
    redirectUri: `http://localhost:${port}${example.callbackPath}`,
    plain: CLAIMS_KEY_FILE === undefined,
  })
  if (CLAIMS_KEY_FILE !== undefined) writeFileSync(CLAIMS_KEY_FILE, claimsKey ?? '', { mode: 0o600 })
  const settings = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, REDIRECT_URI: redirectUri, CLAIMS_KEY_FILE }
  const env = { ...settings, ...example.env }
  return startExample(server, { ...example, port, env })
}

type Example = {
  readonly program: Omit<Program, 'env'>
  readonly port: number
  readonly env: NodeJS.ProcessEnv
}

/** Starts a registered example, and waits until it answers. */
export async function startExample({ issuer }: TestServer, { program, port, env }: Example): Promise<StartedExample> {
  const url = `http://localhost:${port}`
  const settings = { NODE_ENV: undefined, ISSUER: issuer, PORT: String(port), ...env }
  const started = startProgram({ ...program, env: { ...process.env, ...settings } })
  await untilAnswering(started, url)
  return { url, close: () => stopProgram(started) }
}

/** Registers an API with a scope, and answers its client for introspection. */
export async function addNotes({ issuer, adminToken }: TestServer, resource: string) {
  const response = await fetch(`${issuer}/api/admin/resource-servers/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      resource,
      name: 'Notes',
      scopes: [
        { name: 'notes:read', texts: { en: { title: 'See your notes', description: '' } } },
        { name: 'notes:write', texts: { en: { title: 'Add notes', description: '' } } },
      ],
    }),
  })
  const answer: unknown = await response.json()
  const fields: Readonly<Record<string, unknown>> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const { client_id: clientId, client_secret: clientSecret } = fields
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') throw new Error(JSON.stringify(answer))
  return { clientId, clientSecret }
}

type Program = {
  readonly command: string
  readonly parameters: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

type Started = { readonly child: ChildProcess; readonly complaints: () => string }

function startProgram({ command, parameters, cwd, env }: Program): Started {
  const child = spawn(command, parameters, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, complaints: () => said }
}

/** @throws Error with the program's errors if it ends instead */
async function untilAnswering({ child, complaints }: Started, url: string): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await setTimeout(20)
  }
  throw new Error(`The example ended with code ${child.exitCode}: ${complaints()}`)
}

async function stopProgram({ child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  if (child.kill()) await ended
}

/** An HTTP client with cookies that follows redirects within the app. */
export type Visitor = {
  /** Ends at a page, or at a redirect out of the app. */
  readonly visit: (url: string, init?: RequestInit) => Promise<Visited>
}

export type Visited = {
  readonly status: number
  readonly text: string
  /** A redirect out of the app. */
  readonly leadsTo: string | undefined
}

export function createVisitor(): Visitor {
  const cookies = new Map<string, string>()

  async function visit(url: string, init: RequestInit = {}): Promise<Visited> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line)
    const text = await response.text()
    const location = response.headers.get('location')
    if (location === null) return { status: response.status, text, leadsTo: undefined }
    const next = new URL(location, url)
    if (next.origin !== new URL(url).origin) return { status: response.status, text, leadsTo: next.href }
    return visit(next.href)
  }
  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const isOver = /; *max-age=0/i.test(line) || /; *expires=thu, 01[ -]jan[ -]1970/i.test(line)
    if (isOver) cookies.delete(name)
    else cookies.set(name, value)
  }
  return { visit }
}

/** @throws Error with the page, if the app showed one instead */
export function leadsTo({ leadsTo: url, text }: Visited): string {
  if (url === undefined) throw new Error(`The app sent no redirect: ${text}`)
  return url
}
