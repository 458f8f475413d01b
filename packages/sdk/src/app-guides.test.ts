import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sealFor } from '@countersign/data-token/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'
import { keepClaimsKey } from './claims-key.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const EXAMPLES = join(ROOT, 'examples')
/** Serves what `app.js` of the guide for Hono exports, as its runtimes do. */
const SERVE = `
import { createServer } from 'node:http'
import app from './hono.mjs'
createServer(async (request, response) => {
  const { status, headers, body } = await app.request(request.url, { headers: request.headers })
  response.writeHead(status, [...headers].flat())
  for await (const chunk of body ?? []) response.write(chunk)
  response.end()
}).listen(process.env.PORT, () => console.log('ready'))`

let provider: TestProvider
let folder: string
const apps: ChildProcess[] = []

beforeAll(async () => {
  provider = await startTestProvider()
  // Where what is installed is found from.
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'node_modules/.cache/guides-'))
  writeFileSync(join(folder, 'serve.mjs'), SERVE)
  const { publicJwk } = await keepClaimsKey(join(folder, 'claims-key.json'))
  const request = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
  const claims_jwe = await sealFor({ publicJwk }, { claims: { email: 'ada@example.org' }, ...request })
  const sealed = { claims: {}, claim_names: ['email'], claims_jwe }
  provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys, sealed)) })
})
afterAll(async () => {
  for (const app of apps) app.kill()
  rmSync(folder, { recursive: true })
  await provider.close()
})

test.concurrent.each(['express', 'fastify', 'hono'])('the app of the guide for %s signs a person in', async (name) => {
  const [code] = codeIn(name)
  writeFileSync(join(folder, `${name}.mjs`), code ?? '')
  const CLAIMS_KEY_FILE = join(folder, 'claims-key.json')
  const PORT = String(await freePort())
  const url = `http://localhost:${PORT}`
  const registered = { ISSUER: provider.issuer, CLIENT_ID: 'app-1', CLIENT_SECRET: 'cs_cs_1', CLAIMS_KEY_FILE }
  const env = {
    ...registered,
    REDIRECT_URI: `${url}/callback`,
    COOKIE_SECRET: '32 characters or more, at random',
    SESSION_SECRET: 'another, of 32 characters or more',
    PORT,
  }
  await start(name === 'hono' ? 'serve.mjs' : `${name}.mjs`, env)

  expect(await (await fetch(url)).text()).toContain('href="/sign-in"')
  const begun = await fetch(`${url}/sign-in`, { redirect: 'manual' })
  const { searchParams } = new URL(begun.headers.get('location') ?? '')
  const query = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '', iss: provider.issuer }
  const finished = await fetch(`${url}/callback?${new URLSearchParams(query).toString()}`, {
    headers: { cookie: cookiesOf(begun) },
    redirect: 'manual',
  })
  expect([finished.status, finished.headers.get('location')]).toEqual([303, '/'])
  const home = await fetch(url, { headers: { cookie: cookiesOf(finished) } })
  expect(await home.text()).toBe(name === 'hono' ? 'Hello person-1' : 'Hello ada@example.org')
})

test.each([
  [
    'next',
    ['settings.ts', 'auth/[step]/route.ts', 'session.ts', 'page.tsx', 'refresh/route.ts'].map((file) => `app/${file}`),
  ],
  ['single-page-app', ['vite.config.ts', 'index.html', 'src/main.ts']],
])('the guide for %s holds the files of its example, which runs in a browser', (name, files) => {
  expect(codeIn(name)).toEqual(files.map((file) => readFileSync(join(EXAMPLES, name, file), 'utf8')))
})

function codeIn(name: string): string[] {
  const guide = readFileSync(join(ROOT, `docs/guides/apps/${name}.md`), 'utf8')
  return [...guide.matchAll(new RegExp(`^\`\`\`\\w+ ${name}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function start(file: string, env: Readonly<Record<string, string>>): Promise<void> {
  const app = spawn(process.execPath, [join(folder, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  apps.push(app)
  await new Promise<void>((resolve, reject) => {
    app.stdout.once('data', () => resolve())
    app.once('exit', (code) => reject(new Error(`The app ended with code ${code}.`)))
  })
}
