import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createDevice, createMemoryStorage } from '@countersign/device'
import { createCountersign, SignInError } from '@countersign/sdk'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { temporaryFolder } from '@countersign/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTemplate, templateFileIn } from './template-database.ts'

const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace', given_name: 'Ada' }

const ROOT = join(import.meta.dirname, '../../..')
/** Keeps the empty database between test runs. */
const XDG_CACHE_HOME = join(ROOT, 'node_modules/.cache')
const cacheFolder = join(XDG_CACHE_HOME, 'countersign')
let server: TestServer
let ada: TestPerson

beforeAll(async () => {
  const scopes = ['openid', 'email:required=To send receipts.', 'profile']
  server = await createTestServer({ cacheFolder, app: { scopes } })
  ada = await server.createPerson({ claims: CLAIMS, verified: ['email'] })
})
afterAll(() => server.stop())
afterEach(() => {
  vi.unstubAllEnvs()
})

const appOf = ({ app }: Pick<TestServer, 'app'>) => createCountersign(app.settings)

/** Returns the subject or the error code. */
async function endOf(answer: (url: string) => Promise<string>, app = appOf(server)): Promise<string> {
  const { url, flow } = await app.beginSignIn()
  try {
    return (await app.finishSignIn(await answer(url), flow)).subject
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return error.code
  }
}

describe('a test server', () => {
  test('signs a person in by code alone: the claims were sealed for the app, and say which are verified', async () => {
    const app = appOf(server)
    const { url, flow } = await app.beginSignIn()
    const signedIn = await app.finishSignIn(await ada.approve(url), flow)
    expect({ ...signedIn.claims }).toEqual(CLAIMS)
    expect(signedIn).toMatchObject({ subject: ada.subject, emailVerified: true })
    expect(signedIn.tokens.refreshToken).toBeDefined()
    expect(server.mails()).toMatchObject([{ to: CLAIMS.email }])
    await ada.revoke(server.app)
    await expect(app.refresh(signedIn.tokens.refreshToken ?? '')).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  test('has people who share less, something else, or once', async () => {
    const app = appOf(server)
    const { url, flow } = await app.beginSignIn()
    const approval = { without: ['name'], values: { email: 'ada@work.example' }, once: true }
    const signedIn = await app.finishSignIn(await ada.approve(url, approval), flow)
    expect({ ...signedIn.claims }).toEqual({ email: 'ada@work.example', given_name: 'Ada' })
    expect(signedIn.tokens.refreshToken).toBeUndefined()
    const second = await app.beginSignIn()
    const until = new Date(Date.now() + 60_000)
    const narrow = await app.finishSignIn(
      await ada.approve(second.url, { scopes: ['openid', 'email'], until }),
      second.flow,
    )
    expect(narrow.scope).toEqual(['openid', 'email'])
    expect(narrow.tokens.expiresInSeconds).toBeLessThan(61)
  })

  test('brings every other way back: a no, a person who came too late, and one who must not be asked', async () => {
    expect(await endOf((url) => ada.deny(url))).toBe('access_denied')
    expect(await endOf((url) => server.expire(url))).toBe('request_expired')
    const grace = await server.createPerson()
    const silent = createCountersign({ ...server.app.settings, scopes: ['openid'] })
    const silently = (app = silent) => ({ ...app, beginSignIn: () => app.beginSignIn({ prompt: 'none' }) })
    expect(await endOf((url) => grace.approve(url), silently())).toBe('person_needed')
    await endOf((url) => grace.approve(url), silent)
    expect(await endOf((url) => grace.approve(url), silently())).toBe(grace.subject)
  })

  test('has people who keep an app up to date', async () => {
    const books = await server.addApp({ scopes: ['openid', 'email', 'profile'], metadata: { keeps_up_to_date: true } })
    const grace = await server.createPerson({ claims: { email: 'grace@example.org', name: 'Grace' } })
    const app = createCountersign(books.settings)
    const { url, flow } = await app.beginSignIn()
    const signedIn = await app.finishSignIn(await grace.approve(url, { keepUpToDate: true }), flow)
    await grace.change({ email: 'grace@home.example', name: '' })
    const { tokens, data } = await app.refresh(signedIn.tokens.refreshToken ?? '', signedIn)
    expect(data).toMatchObject({ subject: grace.subject, claims: { email: 'grace@home.example' }, gone: ['name'] })
    expect((await app.refresh(tokens.refreshToken ?? '', data)).data).toBeUndefined()
    await grace.saveClaims({ email: 'grace@other.example' })
    expect((await app.refresh(tokens.refreshToken ?? '', data)).data).toBeUndefined()
    const other = await appOf(server).beginSignIn()
    const refused = grace.approve(other.url, { keepUpToDate: true, values: { email: 'grace@other.example' } })
    await expect(refused).rejects.toThrow(/keeps_up_to_date/)
  })

  test('registers more apps, as an operator would', async () => {
    const page = await server.addApp({ public: true, scopes: ['openid'], redirectUri: 'http://localhost:5173/' })
    expect(page).toMatchObject({ clientSecret: undefined, claimsKey: undefined })
    expect(await endOf((url) => ada.approve(url), createCountersign(page.settings))).toBe(ada.subject)
    const pairwise = await server.addApp({ metadata: { subject_type: 'pairwise' } })
    expect(await endOf((url) => ada.approve(url), createCountersign(pairwise.settings))).not.toBe(ada.subject)
    await expect(server.addApp({ scopes: ['emial'] })).rejects.toThrow(/The app was not registered: A scope is unknown/)
  })

  test('has people whose name and password work in a browser too', async () => {
    const { login, password, subject } = await server.createPerson({ inBrowser: true })
    const page = createDevice({ core: { url: server.issuer }, storage: createMemoryStorage(), name: 'page' })
    expect(await page.signIn({ login, password })).toMatchObject({ userId: subject })
  })

  test.each<[string, (url: string) => Promise<unknown>, RegExp]>([
    ['an address of the app', () => ada.approve('http://localhost:3000/sign-in'), /where the app sends the browser/],
    [
      'no request',
      () => ada.approve(`${server.issuer}/oauth/authorize?client_id=x`),
      /leads to no request .*client_id/,
    ],
    [
      'a scope that was not requested',
      (url) => ada.approve(url, { scopes: ['phone'] }),
      /scope "phone".*openid, email/,
    ],
    ['a claim that was not requested', (url) => ada.approve(url, { without: ['phone'] }), /claim "phone"/],
    ['a required scope that is left out', (url) => ada.approve(url, { scopes: ['openid'] }), /not work without email/],
    [
      'a required claim that the person lacks',
      async (url) => (await server.createPerson()).approve(url),
      /createPerson.*email/,
    ],
    ['a request that was answered', async (url) => ada.deny(url).then(() => ada.deny(url)), /used before/],
    ['a value to verify that is not there', () => server.createPerson({ verified: ['phone'] }), /claims: \{ phone:/],
  ])('says what to do about %s', async (_case, attempt, words) => {
    const { url } = await appOf(server).beginSignIn()
    await expect(attempt(url)).rejects.toThrow(words)
  })
})

test('two test servers know nothing of each other, and leave nothing running', async () => {
  const lines: string[] = []
  let issuer = ''
  {
    await using other = await createTestServer({ cacheFolder, log: (line) => void lines.push(line) })
    issuer = other.issuer
    await expect(ada.approve((await appOf(other).beginSignIn()).url)).rejects.toThrow(server.issuer)
    const bob = await other.createPerson({ claims: { email: 'bob@example.org' } })
    expect(await endOf((url) => bob.approve(url), appOf(other))).toBe(bob.subject)
    await other.stop()
  }
  await expect(fetch(issuer)).rejects.toThrow('fetch failed')
  expect(lines.join('')).toContain('client_registered')
  expect(lines.join('')).not.toContain('bob@example.org')
})

const folder = temporaryFolder()

test('a test server makes a damaged template database anew, and keeps it', async () => {
  const good = readFileSync(templateFileIn(cacheFolder))
  writeFileSync(templateFileIn(folder), zstdCompressSync('no database'))
  const database = await openTemplate(folder, async () => new Blob([zstdDecompressSync(good)]))
  expect(await database.sql`select count(*)::int as count from provider.clients`).toEqual([{ count: 0 }])
  await database.close()
  expect(readdirSync(folder)).toEqual([basename(templateFileIn(folder))])
  expect(zstdDecompressSync(readFileSync(templateFileIn(folder))).equals(zstdDecompressSync(good))).toBe(true)
})

test.each([
  [{ NODE_ENV: 'production' }, {}, 'countersign serve'],
  [{}, { BASE_URL: 'https://id.example' }, 'BASE_URL must be an address of this machine'],
  [{}, { HOST: '0.0.0.0' }, 'HOST must be localhost'],
  [{}, { METRICS_ADDRESS: '0.0.0.0:9464' }, 'METRICS_ADDRESS must be at localhost'],
])('a test server does not start with %j in the environment and %j as settings', async (env, settings, words) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await expect(createTestServer({ cacheFolder, settings })).rejects.toThrow(words)
})

test('the test in the guide passes, and its process exits', async () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/apps/testing.md'), 'utf8')
  const [, code = ''] = /```ts testing\n(.*?)```/s.exec(guide) ?? []
  // In a folder that finds packages like an app, as JavaScript.
  const file = join(XDG_CACHE_HOME, `guide-${process.pid}.mjs`)
  writeFileSync(file, code.replace("'countersign/testing'", "'@countersign/test-server'"))
  try {
    const env = { ...process.env, NODE_ENV: 'test', XDG_CACHE_HOME, NODE_TEST_CONTEXT: undefined }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
    expect(stdout).toMatch(/pass 6\n/)
  } finally {
    rmSync(file)
  }
})

test('the command line imports no test server', () => {
  const files = execFileSync('git', ['ls-files', 'operate/cli/src/*.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const paths = files.split('\n').filter((file) => /^[^.]+\.ts$/.test(file))
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths) {
    expect(readFileSync(join(ROOT, path), 'utf8'), path).not.toMatch(/test-server|countersign\/testing/)
  }
})
