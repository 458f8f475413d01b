// Long: the examples for Auth.js and Passport as running servers.
import { join } from 'node:path'
import { startBeforeAll } from '@countersign/testing'
import { createTestServer, type TestPerson, type TestServer } from 'countersign/testing'
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
    for (const { text } of [denied, taken]) expect(text).toContain('Nobody was signed in.')
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
