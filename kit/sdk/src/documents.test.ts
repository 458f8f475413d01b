import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBeforeAll } from '@countersign/testing'
import { afterAll, expect, test } from 'vitest'
import { freePort, sealClaims, startTestProvider } from '../test/provider.ts'
import { keepClaimsKey } from './keep-claims-key.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PACKAGE = join(ROOT, 'kit/sdk')
const run = promisify(execFile)
const apps: ChildProcess[] = []

const provider = startBeforeAll(startTestProvider)
const folder = mkdtempSync(join(tmpdir(), 'countersign-documents-'))
afterAll(() => {
  for (const app of apps) app.kill()
  rmSync(folder, { recursive: true })
})

/** The blocks of a guide that this word marks. */
function codeIn(guide: string, name = guide): string[] {
  return blocksOf(`docs/guides/apps/${guide}.md`, ` ${name}`)
}

function blocksOf(document: string, mark = ''): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`\\w+${mark}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
}

const EVAL = ['--input-type=module-typescript', '--eval']
const environment = (changes: NodeJS.ProcessEnv) => ({
  ...process.env,
  ISSUER: provider.issuer,
  CLIENT_ID: 'app-1',
  CLIENT_SECRET: 'cs_cs_1',
  ...changes,
})

async function evaluate(code: string, changes: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run(process.execPath, [...EVAL, code], { cwd: PACKAGE, env: environment(changes) })
  return stdout.trim()
}

/** Starts a server, which prints a line when it listens. Returns its address. */
async function serve(code: string, changes: NodeJS.ProcessEnv): Promise<string> {
  const PORT = String(await freePort())
  const address = `http://localhost:${PORT}`
  const env = environment({ PORT, REDIRECT_URI: `${address}/callback`, ...changes })
  const app = spawn(process.execPath, [...EVAL, code], { cwd: PACKAGE, env, stdio: ['ignore', 'pipe', 'inherit'] })
  apps.push(app)
  await new Promise<void>((resolve, reject) => {
    app.stdout.once('data', () => resolve())
    app.once('exit', (status) => reject(new Error(`The app ended with code ${status}.`)))
  })
  return address
}

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Begins a sign-in and comes back from it: the callback's address and headers. */
async function comeBackTo(address: string, signIn: string) {
  const begun = await fetch(address + signIn, { redirect: 'manual' })
  const { origin, searchParams } = new URL(begun.headers.get('location') ?? '')
  expect(origin).toBe(provider.issuer)
  const { state = '', nonce } = Object.fromEntries(searchParams)
  return [address + provider.callback({ state, nonce }), { headers: { cookie: cookiesOf(begun) } }] as const
}

test('README: its app makes a key and signs a person in, once', async () => {
  const [example = ''] = blocksOf('kit/sdk/README.md')
  const CLAIMS_KEY_FILE = join(folder, 'readme.json')
  const address = await serve(`${example}\nconsole.log('ready')`, { CLAIMS_KEY_FILE })
  const publicJwk = JSON.parse(readFileSync(join(folder, 'readme.public.json'), 'utf8'))
  provider.answerDataToken(await sealClaims({ publicJwk }))
  const [callback, init] = await comeBackTo(address, '/')
  expect(await (await fetch(callback, init)).text()).toBe('Hello ada@example.org')
  expect((await fetch(callback, init)).status).toBe(400)
})

test('guide sdk: its code signs a person in, once, and tells a lost session and a refusal apart', async () => {
  const CLAIMS_KEY_FILE = join(folder, 'sdk.json')
  provider.answerDataToken(await sealClaims(await keepClaimsKey(CLAIMS_KEY_FILE)))
  const visit = `
const session: Session = {}
const { searchParams } = new URL(await beginSignIn(session))
const { state = '', nonce = '' } = Object.fromEntries(searchParams)
const back = '/callback?' + new URLSearchParams({ code: nonce, state, iss: ISSUER ?? '' })
console.log(await finishSignIn(back, session), session.userId)
console.log(await finishSignIn(back, session))
const again = new URL(await beginSignIn(session)).searchParams.get('state') ?? ''
const denied = new URLSearchParams({ error: 'access_denied', state: again, iss: ISSUER ?? '' })
console.log(await finishSignIn('/callback?' + denied, session))`
  expect(await evaluate(codeIn('sdk', 'sdk-guide').join('\n') + visit, { CLAIMS_KEY_FILE })).toBe(
    'Hello ada@example.org person-1\nThat did not work. Please sign in again.\nYou said no, and that is fine.',
  )
})

test('guide sealed-claims: its command makes a key pair, and its example reads claims sealed for it', async () => {
  const [makeKeys = ''] = codeIn('sealed-claims', 'sealed-claims-keys')
  await run('sh', ['-c', makeKeys], { cwd: folder })
  const CLAIMS_KEY_FILE = join(folder, 'claims-key.json')
  const publicJwk = JSON.parse(readFileSync(join(folder, 'claims-key.public.json'), 'utf8'))
  expect(statSync(CLAIMS_KEY_FILE).mode & 0o077).toBe(0)
  expect(publicJwk).toEqual({ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) })

  provider.answerDataToken(await sealClaims({ publicJwk }))
  const finish = `
const { flow } = await countersign.beginSignIn()
const query = new URLSearchParams({ code: flow.nonce, state: flow.state, iss: process.env.ISSUER })
console.log(JSON.stringify((await countersign.finishSignIn('/callback?' + query, flow)).claims))`
  const [example = ''] = codeIn('sealed-claims')
  expect(JSON.parse(await evaluate(example + finish, { CLAIMS_KEY_FILE, CLIENT_SECRET: undefined }))).toEqual({
    email: 'ada@example.org',
    name: 'Ada Lovelace',
  })
})

/** Serves the guide's app as the runtimes of Hono do. */
const SERVE_HONO = `
const { createServer } = await import('node:http')
createServer(async (request, response) => {
  const { status, headers, body } = await app.request(request.url, { headers: request.headers })
  response.writeHead(status, [...headers].flat())
  for await (const chunk of body ?? []) response.write(chunk)
  response.end()
}).listen(process.env.PORT, () => console.log('ready'))`

test.each([
  ['express', ''],
  ['fastify', ''],
  ['hono', SERVE_HONO],
])('guide %s: its app signs a person in', async (name, more) => {
  const CLAIMS_KEY_FILE = join(folder, `${name}.json`)
  provider.answerDataToken(await sealClaims(await keepClaimsKey(CLAIMS_KEY_FILE)))
  const secrets = {
    COOKIE_SECRET: '32 characters or more, at random',
    SESSION_SECRET: 'another, of 32 characters or more',
  }
  const address = await serve(`${codeIn(name).join('\n')}${more}`, { CLAIMS_KEY_FILE, ...secrets })
  expect(await (await fetch(address)).text()).toContain('href="/sign-in"')
  const [callback, init] = await comeBackTo(address, '/sign-in')
  const finished = await fetch(callback, { ...init, redirect: 'manual' })
  expect([finished.status, finished.headers.get('location')]).toEqual([303, '/'])
  const home = await fetch(address, { headers: { cookie: cookiesOf(finished) } })
  expect(await home.text()).toContain('<h1>Hello Ada Lovelace</h1>')
})

test.each([
  ['express', ['server.js']],
  ['fastify', ['server.js']],
  ['hono', ['app.js']],
  ['own-server', ['server.js']],
  [
    'next',
    ['settings.ts', 'auth/[step]/route.ts', 'session.ts', 'page.tsx', 'refresh/route.ts'].map((file) => `app/${file}`),
  ],
  [
    'sveltekit',
    ['routes/auth/[step]/+server.ts', 'lib/server/sessions.ts', 'routes/+page.server.ts', 'routes/+page.svelte'].map(
      (file) => `src/${file}`,
    ),
  ],
  ['single-page-app', ['vite.config.ts', 'src/sign-in.ts', 'src/account.tsx', 'src/main.tsx']],
])('guide %s: it holds the files of its example, which runs in a browser', (name, files) => {
  expect(codeIn(name)).toEqual(files.map((file) => readFileSync(join(ROOT, 'kit/examples', name, file), 'utf8')))
})
