import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Countersign, type CountersignSettings, createCountersign } from '@countersign/sdk'
import { createTestServer, type TestPerson } from '@countersign/test-server'
import { freePort, startBeforeAll } from '@countersign/testing'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const PAGE = readFileSync(join(ROOT, 'docs/guides/apps/troubleshooting.md'), 'utf8')
const SENTENCES = new Map(Array.from(PAGE.matchAll(/```text (\S+)\n(.*)\n```/g), ([, name, text]) => [name, text]))

const server = startBeforeAll(async () => {
  const started = await createTestServer({ cacheFolder: join(ROOT, 'node_modules/.cache/countersign') })
  return { ...started, close: () => started.stop() }
})
let ada: TestPerson
beforeAll(async () => {
  ada = await server.createPerson({ claims: { email: 'ada@example.org' } })
})
afterEach(() => {
  vi.useRealTimers()
})

const appWith = (changes: Partial<CountersignSettings> = {}) =>
  createCountersign({ ...server.app.settings, ...changes })

async function signIn(app: Countersign) {
  const { url, flow } = await app.beginSignIn()
  return app.finishSignIn(await ada.approve(url), flow)
}

/** The provider's sentence: in JSON, or in the query of the callback. */
async function refuse(url: string): Promise<never> {
  const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' } })
  const location = answer.headers.get('location')
  if (location) throw new Error(new URL(location).searchParams.get('error_description') ?? location)
  throw new Error(JSON.parse(await answer.text()).error_description)
}

const ask = async (changes: Partial<CountersignSettings>) => refuse((await appWith(changes).beginSignIn()).url)

const MISTAKES: readonly [string, () => Promise<unknown>][] = [
  ['redirect-uri', () => ask({ redirectUri: 'http://localhost:3000/callback/' })],
  ['secret', () => signIn(appWith({ clientSecret: 'the old one' }))],
  [
    'pkce',
    async () => {
      const url = new URL((await appWith().beginSignIn()).url)
      for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
      return refuse(url.href)
    },
  ],
  ['https', () => appWith({ issuer: server.issuer.replace('http:', 'https:') }).beginSignIn()],
  ['nothing', async () => appWith({ issuer: `http://localhost:${await freePort()}` }).beginSignIn()],
  ['name', () => appWith({ issuer: server.issuer.replace('localhost', '127.0.0.1') }).beginSignIn()],
  [
    'clock',
    () => {
      // Of this thread alone: the server has its own.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
      return signIn(appWith())
    },
  ],
  ['cookie', () => appWith().finishSignIn('/callback?code=1&state=1', undefined)],
  [
    'twice',
    async () => {
      const app = appWith()
      const { url, flow } = await app.beginSignIn()
      const callback = await ada.approve(url)
      await app.finishSignIn(callback, flow)
      return app.finishSignIn(callback, flow)
    },
  ],
  ['scope', () => ask({ scopes: ['phone'] })],
  ['no-key', () => signIn(appWith({ claimsDecryptionKey: undefined, allowPlainClaims: true }))],
  ['other-key', async () => signIn(appWith({ claimsDecryptionKey: (await server.addApp()).claimsKey }))],
  [
    'plain',
    async () => {
      const { settings } = await server.addApp({ plain: true })
      const { claimsKey } = server.app
      return signIn(createCountersign({ ...settings, claimsDecryptionKey: claimsKey, allowPlainClaims: false }))
    },
  ],
  [
    'refresh',
    async () => {
      const app = appWith()
      const { tokens } = await signIn(app)
      const { refreshToken = '' } = tokens
      const next = await app.refresh(refreshToken)
      await app.refresh(next.tokens.refreshToken ?? '')
      return app.refresh(refreshToken)
    },
  ],
  ['resource', () => ask({ resource: 'https://api.example' })],
]

test.each(MISTAKES)('the page of usual mistakes has the sentence of "%s"', async (name, make) => {
  const message = await make().then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const seen = message
    .replaceAll(server.app.clientId, 'my-app')
    .replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1:8080')
    // Time passes, and the app's clock stands still.
    .replace(/\b(?:5[5-9]\d|60[01])(?= seconds)/, '600')
    .replace('ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_WRONG_VERSION_NUMBER')
  expect(SENTENCES.get(name)).toBe(seen)
})

test('each sentence on the page of usual mistakes was made', () => {
  expect([...SENTENCES.keys()]).toEqual(MISTAKES.map(([name]) => name))
})
