import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerClient } from '@countersign/provider'
import { keepClaimsKey } from '@countersign/sdk'
import { freePort } from '@countersign/testing'
import { build, preview } from 'vite'
import type { System } from './system.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples')
const SCOPES = ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false }))

export type ExampleApp = {
  readonly url: string
  /** As people see it on the page that asks them. */
  readonly name: string
  close(): Promise<void>
}

/** An example with a server of its own, as its reader runs it: registered with a key for sealed claims. */
export async function startExampleServer(system: System, example: string): Promise<ExampleApp> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'))
  const [port, keyFile] = [String(await freePort()), join(folder, 'claims-key.json')]
  const [url, name] = [`http://localhost:${port}`, `Example ${example}`]
  const { clientId, clientSecret = '' } = await registerClient(system.providerSql, {
    name,
    redirectUris: [`${url}/callback`],
    scopes: SCOPES,
    claimsEncryptionKey: (await keepClaimsKey(keyFile)).publicJwk,
  })
  const settings = { ISSUER: system.providerUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, PORT: port }
  const child = spawn(process.execPath, [join(EXAMPLES, example, 'src/main.ts')], {
    env: { ...process.env, ...settings, CLAIMS_KEY_FILE: keyFile, SECRET: 'for tests: 32 characters or more' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await firstWords(child)
  const close = async () => {
    child.kill()
    rmSync(folder, { recursive: true })
  }
  return { url, name, close }
}

/** The single-page app, built, and served as files that know nothing. */
export async function startExamplePage(system: System): Promise<ExampleApp> {
  const [root, outDir] = [join(EXAMPLES, 'single-page-app'), mkdtempSync(join(tmpdir(), 'countersign-example-'))]
  const port = await freePort()
  const [url, name] = [`http://localhost:${port}`, 'Example page']
  const { clientId } = await registerClient(system.providerSql, {
    name,
    redirectUris: [`${url}/callback`],
    scopes: SCOPES,
    authenticationMethod: 'none',
  })
  const env = { VITE_ISSUER: system.providerUrl, VITE_CLIENT_ID: clientId }
  const define = Object.fromEntries(
    Object.entries(env).map(([key, value]) => [`import.meta.env.${key}`, JSON.stringify(value)]),
  )
  const config = { root, configFile: false, logLevel: 'warn', define } as const
  await build({ ...config, build: { outDir, emptyOutDir: true, target: 'es2024' } })
  const server = await preview({ ...config, build: { outDir }, preview: { port, strictPort: true } })
  const close = async () => {
    await server.close()
    rmSync(outDir, { recursive: true })
  }
  return { url, name, close }
}

/** It says where it is once it answers. */
async function firstWords(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`The example ended with code ${code}.`)))
  })
}
