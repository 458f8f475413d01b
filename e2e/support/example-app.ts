import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { registerClient } from '@countersign/provider'
import { keepClaimsKey } from '@countersign/sdk'
import { freePort } from '@countersign/testing'
import { build, preview } from 'vite'
import { type Started, startProgram, stopProgram, untilAnswering } from './example-process.ts'
import type { System } from './system.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples')
const SCOPES = ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false }))

export type ExampleApp = {
  readonly url: string
  /** As people see it on the page that asks them. */
  readonly name: string
  close(): Promise<void>
}

type ExampleServer = {
  readonly name: string
  readonly callbackPath: string
  /** Starts it in that folder, which is its own, with these settings. */
  readonly start: (env: NodeJS.ProcessEnv, folder: string) => Promise<Started>
}

/** The example for Express, as its reader runs it. */
export async function startExpressExample(system: System): Promise<ExampleApp> {
  const start = async (env: NodeJS.ProcessEnv) => run(env, EXAMPLES, ['express/src/main.ts'])
  return startServer(system, { name: 'Example express', callbackPath: '/callback', start })
}

/** The example for Next.js, with the SDK as npm would have it, installed and built: that takes half a minute. */
export async function startNextExample(system: System): Promise<ExampleApp> {
  const start = async (env: NodeJS.ProcessEnv, folder: string) => {
    const [app, npm] = [join(folder, 'app'), promisify(execFile)]
    await npm(process.execPath, [join(EXAMPLES, '../tools/pack.ts'), folder], { env })
    cpSync(join(EXAMPLES, 'next'), app, { recursive: true })
    const tarballs = globSync('countersign-{sdk,data-token}-*.tgz', { cwd: folder }).map((file) => join(folder, file))
    await npm('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], { cwd: app, env })
    const next = 'node_modules/next/dist/bin/next'
    await npm(process.execPath, [next, 'build'], { cwd: app, env })
    return run(env, app, [next, 'start', '--port', env['PORT'] ?? ''])
  }
  return startServer(system, { name: 'Example next', callbackPath: '/auth/callback', start })
}

/** Registers it with a key for sealed claims, and waits until it answers. */
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
  const settings = { ISSUER: system.providerUrl, REDIRECT_URI, PORT, CLIENT_ID, CLIENT_SECRET, CLAIMS_KEY_FILE }
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

/** The single-page app, built, and served as files that know nothing. */
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

function run(env: NodeJS.ProcessEnv, cwd: string, parameters: readonly string[]): Started {
  return startProgram({ command: process.execPath, parameters, cwd, env })
}
