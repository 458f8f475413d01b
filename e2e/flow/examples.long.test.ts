// Long: the examples for Auth.js and Passport as running servers, and the one for openid-client.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createVisitor,
  EXAMPLES,
  type LibraryExample,
  leadsTo,
  startLibraryExample,
  type Visitor,
} from '../support/examples.ts'

/** Keeps the empty database between test runs. */
const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/countersign')
const SECRET = 'for tests: 32 characters or more'

let server: TestServer
let ada: TestPerson

beforeAll(async () => {
  server = await createTestServer({ cacheFolder })
  ada = await server.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } })
})
afterAll(() => server.stop())

type NodeExample = Omit<LibraryExample, 'program'>

const start = async ({ name, ...others }: NodeExample) => {
  return startLibraryExample(server, { name, program: programOf(name), ...others })
}
function programOf(name: string) {
  return { command: process.execPath, parameters: ['src/main.ts'], cwd: join(EXAMPLES, name) }
}

const greeting = () => `Hello Ada Lovelace <ada@example.org>, known here as ${ada.subject}`

describe('the example for Auth.js', () => {
  const app = startBeforeAll(() =>
    start({ name: 'auth-js', callbackPath: '/auth/callback/countersign', env: { AUTH_SECRET: SECRET } }),
  )

  /** Submits the sign-in form. */
  const begin = async ({ visit }: Visitor): Promise<string> => {
    const { text } = await visit(`${app.url}/auth/signin`)
    const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(text) ?? []
    const body = new URLSearchParams({ csrfToken, callbackUrl: app.url })
    return leadsTo(await visit(`${app.url}/auth/signin/countersign`, { method: 'POST', body }))
  }

  test('signs a person in by PKCE, state and nonce, and greets them by what they share', async () => {
    const visitor = createVisitor()
    const url = await begin(visitor)
    expect([...new URL(url).searchParams.keys()]).toEqual(expect.arrayContaining(['code_challenge', 'state', 'nonce']))
    await visitor.visit(await ada.approve(url))
    expect((await visitor.visit(app.url)).text).toBe(greeting())
  })

  test('signs in neither a denied request nor an answer from another browser', async () => {
    const [visitor, another] = [createVisitor(), createVisitor()]
    await visitor.visit(await ada.deny(await begin(visitor)))
    await another.visit(await ada.approve(await begin(visitor)))
    for (const { visit } of [visitor, another]) expect((await visit(app.url)).text).toContain('Sign in')
  })
})

describe('the example for Passport', () => {
  const app = startBeforeAll(() =>
    start({ name: 'passport', callbackPath: '/callback', env: { SESSION_SECRET: SECRET } }),
  )

  const begin = async ({ visit }: Visitor): Promise<string> => leadsTo(await visit(`${app.url}/sign-in`))

  test('signs a person in and out again', async () => {
    const visitor = createVisitor()
    expect((await visitor.visit(await ada.approve(await begin(visitor)))).text).toBe(greeting())
    const { text } = await visitor.visit(`${app.url}/sign-out`, { method: 'POST' })
    expect(text).toContain('Sign in')
  })

  test('signs in neither a denied request nor an answer from another browser', async () => {
    const [visitor, another] = [createVisitor(), createVisitor()]
    const denied = await visitor.visit(await ada.deny(await begin(visitor)))
    const taken = await another.visit(await ada.approve(await begin(visitor)))
    for (const { text } of [denied, taken]) expect(text).toContain('You are not signed in.')
  })

  test('keeps its session cookie to https where its redirect URI is https', async () => {
    const REDIRECT_URI = 'https://app.example/callback'
    const env = { SESSION_SECRET: SECRET, REDIRECT_URI }
    const secure = await start({ name: 'passport', callbackPath: '/callback', env })
    const cookieBy = async (url: string, headers = {}) =>
      (await fetch(`${url}/sign-in`, { headers, redirect: 'manual' })).headers.get('set-cookie')
    expect(await cookieBy(secure.url, { 'x-forwarded-proto': 'https' })).toMatch(/; Secure\b/)
    expect(await cookieBy(secure.url)).toBeNull()
    expect(await cookieBy(app.url)).not.toContain('Secure')
    await secure.close()
  })
})

describe('the example for openid-client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-openid-client-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** It reads the environment as it loads. */
  const load = async () => {
    const CLAIMS_KEY_FILE = join(folder, 'claims-key.json')
    const { clientId, clientSecret, claimsKey, redirectUri } = server.app
    writeFileSync(CLAIMS_KEY_FILE, claimsKey ?? '')
    const settings = { ISSUER: server.issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CLAIMS_KEY_FILE }
    Object.assign(process.env, settings, { REDIRECT_URI: redirectUri })
    return import('@countersign/example-openid-client')
  }

  test('signs a person in by PKCE, state and nonce, and opens the claims that only it can read', async () => {
    const { beginSignIn, finishSignIn } = await load()
    const { url, pending } = await beginSignIn()
    expect([...url.searchParams.keys()]).toEqual(expect.arrayContaining(['code_challenge', 'state', 'nonce']))
    const callback = new URL(await ada.approve(url))
    expect(await finishSignIn(callback, pending)).toEqual({
      subject: ada.subject,
      claims: { email: 'ada@example.org', name: 'Ada Lovelace' },
    })
    await expect(finishSignIn(callback, pending)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('signs in neither a denied request nor an answer to another one', async () => {
    const { beginSignIn, finishSignIn } = await load()
    const [one, other] = [await beginSignIn(), await beginSignIn()]
    const denied = finishSignIn(new URL(await ada.deny(one.url)), one.pending)
    await expect(denied).rejects.toMatchObject({ error: 'access_denied' })
    const foreign = finishSignIn(new URL(await ada.approve(other.url)), one.pending)
    await expect(foreign).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
  })
})
