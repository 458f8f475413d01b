// The page's own sign-in module against a whole Countersign, with the parts of a browser that it uses.
import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestServer } from 'countersign/testing'
import { createServer } from 'vite'

const page = new URL('http://localhost:3000/')
const kept = new Map()
let visited = ''
const browser = {
  location: Object.assign(page, { assign: (url) => (visited = url) }),
  history: { replaceState: (_state, _title, path) => (page.href = new URL(path, page).href) },
  sessionStorage: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  },
}
/** Lets the process end. */
class Channel extends BroadcastChannel {
  constructor(name) {
    super(name)
    this.unref()
  }
}
globalThis.BroadcastChannel = Channel
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value })
Object.defineProperty(navigator, 'locks', { value: { request: async (_name, action) => action() } })

const server = await createTestServer({ app: { redirectUri: `${page.origin}/callback`, public: true } })
process.env.ISSUER = server.issuer
process.env.CLIENT_ID = server.app.clientId
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' })
const { countersign } = await vite.ssrLoadModule('/src/sign-in.ts')
after(async () => {
  await vite.close()
  await server.stop()
})
const ada = await server.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } })

test('a person signs in, stays signed in over a reload, and signs out', async () => {
  await countersign.signIn({ returnTo: '/orders' })
  page.href = await ada.approve(visited)
  const { subject, shared } = await countersign.completeSignIn()
  assert.deepEqual([subject, shared.claims.email], [ada.subject, 'ada@example.org'])
  assert.equal(page.pathname, '/orders')

  assert.equal((await countersign.completeSignIn()).subject, ada.subject)
  await countersign.signOut()
  assert.equal(await countersign.completeSignIn(), undefined)
})

test('a person says no', async () => {
  await countersign.signIn()
  page.href = await ada.deny(visited)
  await assert.rejects(countersign.completeSignIn(), { advice: 'respect' })
})
