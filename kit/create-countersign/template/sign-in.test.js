// Starts this app against a Countersign of its own, and signs a made-up person in.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createTestServer } from 'countersign/testing'

const origin = 'http://localhost:3100'
const routes = `${origin}%ROUTES%`
const server = await createTestServer({ app: { redirectUri: `${routes}callback` } })
const folder = mkdtempSync(join(tmpdir(), 'app-'))
const { clientId, clientSecret, claimsKey } = server.app
const settings = {
  ISSUER: server.issuer,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
  REDIRECT_URI: `${routes}callback`,
  CLAIMS_KEY_FILE: join(folder, 'claims-key.json'),
  COOKIE_SECRET: 'for tests: 32 characters or more',
  SESSION_SECRET: 'for sessions: 32 characters or more',
  PORT: '3100',
}
writeFileSync(settings.CLAIMS_KEY_FILE, claimsKey, { mode: 0o600 })
const start = '%START%'
const app = spawn(process.execPath, start, {
  env: { ...process.env, ...settings },
  stdio: ['ignore', 'ignore', 'inherit'],
})
after(async () => {
  app.kill()
  await server.stop()
  rmSync(folder, { recursive: true })
})
for (let isThere = false; !isThere; await setTimeout(100)) {
  assert.equal(app.exitCode, null, 'The app ended. Is something else at port 3100?')
  isThere = await fetch(origin).then(
    (response) => response.ok,
    () => false,
  )
}

/** A browser: it keeps the app's cookies, and follows no redirect by itself. */
function openBrowser() {
  const cookies = new Map()
  return async (url, init = {}) => {
    const cookie = Array.from(cookies, (pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { ...init, headers: { cookie, origin }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      cookies.set(name, value)
    }
    return response
  }
}

test('a person signs in and out', async () => {
  const visit = openBrowser()
  const ada = await server.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } })
  const toCountersign = await visit(`${routes}sign-in`)
  const signedIn = await visit(await ada.approve(toCountersign.headers.get('location')))
  assert.equal(signedIn.headers.get('location'), '/')
  assert.match(await (await visit(origin)).text(), /Ada Lovelace/)
  await visit(`${routes}sign-out`, { method: 'POST' })
  assert.doesNotMatch(await (await visit(origin)).text(), /Ada Lovelace/)
})

test('a person says no', async () => {
  const visit = openBrowser()
  const eve = await server.createPerson()
  const toCountersign = await visit(`${routes}sign-in`)
  const back = await visit(await eve.deny(toCountersign.headers.get('location')))
  assert.equal(back.status, 403)
  assert.match(await (await visit(origin)).text(), /Sign in with Countersign/)
})
