import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { freePort, startBeforeAll } from '@countersign/testing'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitor, EXAMPLES, leadsTo, startExample } from '../support/examples.ts'

/** Keeps the empty database between test runs. */
const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/countersign')
const SECRET = 'for tests: 32 characters or more'

let home: TestServer
let ada: TestPerson

beforeAll(async () => {
  home = await createTestServer({ cacheFolder, settings: { CLIENT_METADATA_HOSTS: 'sealed, localhost' } })
  ada = await home.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } })
})
afterAll(() => home.stop())

const folder = mkdtempSync(join(tmpdir(), 'countersign-own-server-'))
afterAll(() => rmSync(folder, { recursive: true }))

const app = startBeforeAll(async () => {
  const port = await freePort()
  const program = { command: process.execPath, parameters: ['server.js'], cwd: join(EXAMPLES, 'own-server') }
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const CLIENT_KEY = JSON.stringify(await exportJWK(privateKey))
  const secrets = {
    CLIENT_KEY,
    COOKIE_SECRET: SECRET,
    SESSION_SECRET: SECRET,
    CLAIMS_KEY_FILE: join(folder, 'claims-key.json'),
  }
  return startExample(home, { program, port, env: { ORIGIN: `http://localhost:${port}`, ...secrets } })
})

/** A server that leads its visitors to another one, with the app's own parameters. */
const evil = startBeforeAll(async () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const [path = '', query = ''] = url.split('?')
    const issuer = evilIssuer()
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/webfinger': { links: [{ rel: 'http://openid.net/specs/connect/1.0/issuer', href: issuer }] },
      '/.well-known/oauth-authorization-server': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        client_id_metadata_document_supported: true,
      },
    }
    if (path === '/authorize') response.writeHead(302, { location: `${home.issuer}/oauth/authorize?${query}` })
    response.end(JSON.stringify(answers[path] ?? {}))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return { port, asked, close: async () => void server.close() }
})
const evilIssuer = () => `http://localhost:${evil.port}`

function open() {
  const visitor = createVisitor()
  const begin = async (address: string) => {
    const body = new URLSearchParams({ address })
    return visitor.visit(`${app.url}/sign-in`, { method: 'POST', body })
  }
  return { ...visitor, begin }
}

test('a person signs in by their address at a server that has never heard of the app', async () => {
  const visitor = open()
  const { host } = new URL(home.issuer)
  for (const address of [`ada@${host}`, host]) {
    const url = leadsTo(await visitor.begin(address))
    expect(new URL(url).origin).toBe(home.issuer)
    const { text } = await visitor.visit(await ada.approve(url))
    expect(text).toContain('Hello Ada Lovelace')
    expect(text).toContain(`By ${host}.`)
    await visitor.visit(`${app.url}/sign-out`, { method: 'POST' })
  }
})

test('RFC 9700 §4.4.1: a code of another server reaches neither the one that leads there nor its own', async () => {
  const visitor = open()
  const url = leadsTo(await visitor.begin(`localhost:${evil.port}`))
  expect(new URL(url).origin).toBe(evilIssuer())
  const led = await fetch(url, { redirect: 'manual' })
  // Ada approves: she sees a request of this app at her own server.
  const callback = await ada.approve(led.headers.get('location') ?? '')
  const { status, text } = await visitor.visit(callback)
  expect([status, text]).toEqual([400, expect.stringContaining('issuer_mismatch')])
  expect(evil.asked.filter((path) => path.startsWith('/token'))).toEqual([])
  expect((await visitor.visit(app.url)).text).toContain('Welcome')
})
