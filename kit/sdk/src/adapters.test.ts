import { request } from 'node:http'
import express from 'express'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  begin,
  type Changes,
  comeBack,
  FRAMEWORKS,
  listen,
  newApp,
  newJar,
  provider,
  SECRET,
  startProvider,
} from '../test/adapters.ts'
import { countersign as forExpress } from './express.ts'
import { countersign as forFastify } from './fastify.ts'
import { countersign as forNext } from './next.ts'
import { handlersOf } from './web/adapter.ts'
import type { SignInSettings } from './web/sign-in-routes.ts'

startProvider()

describe.each(Object.keys(FRAMEWORKS))('an app on %s', (framework) => {
  const start = (changes?: Changes) => FRAMEWORKS[framework]!(changes)

  test('signs a person in, and sends them to where they were', async () => {
    const [app, jar] = [await start(), newJar()]
    const { location, state, response } = await begin(app, jar, '?returnTo=%2Forders%3Fpage%3D2%23last')
    expect(response.status).toBe(303)
    expect(location.origin).toBe(provider.issuer)
    const back = await comeBack(app, jar, { code: 'cs_ac_1', state })
    expect([back.status, back.headers.get('location')]).toEqual([303, '/orders?page=2#last'])
    expect(app.signedIn).toMatchObject([{ subject: 'person-1', claims: { email: 'ada@example.org' } }])
    expect(jar.kept.size).toBe(0)
  })

  test('asks for a stronger and a newer sign-in, where the address says so', async () => {
    const [app, jar] = [await start(), newJar()]
    const { location, state } = await begin(app, jar, '?acr_values=phr&max_age=60')
    expect([location.searchParams.get('acr_values'), location.searchParams.get('max_age')]).toEqual(['phr', '60'])
    expect((await comeBack(app, jar, { code: 'cs_ac_1', state })).status).toBe(400)
    expect(app.failed).toMatchObject([{ code: 'insufficient_user_authentication' }])
  })

  test('answers itself where it wants to, and the cookie of the attempt ends all the same', async () => {
    const [app, jar] = [await start({ handlesErrors: true }), newJar()]
    await comeBack(app, jar, { code: 'cs_ac_1', state: (await begin(app, jar)).state })
    const again = await comeBack(app, jar, { code: 'cs_ac_1', state: (await begin(app, jar)).state })
    expect([again.status, await again.text(), jar.kept.size]).toEqual([200, 'welcome back', 0])
    const denied = await comeBack(app, jar, { error: 'access_denied', state: (await begin(app, jar)).state })
    expect([denied.status, await denied.text(), jar.kept.size]).toEqual([418, 'of the app', 0])
    expect(app.failed).toMatchObject([{ code: 'access_denied' }])
  })

  test('says a no, and a callback that was replayed or is of another browser, on a decent page', async () => {
    const [app, jar] = [await start(), newJar()]
    const { state } = await begin(app, jar)
    const denied = await comeBack(app, jar, { error: 'access_denied', state })
    expect(denied.status).toBe(403)
    expect(await denied.text()).toMatch(/You shared nothing.*href="\/auth\/sign-in"/s)
    const replayed = await comeBack(app, jar, { error: 'access_denied', state }, 'application/json')
    expect([replayed.status, await replayed.json()]).toMatchObject([400, { error: 'lost_session' }])
    expect(app.failed).toMatchObject([{ code: 'access_denied' }, { code: 'lost_session' }])
  })

  test('shows its developer what the provider advises, as text', async () => {
    const [app, jar] = [await start(), newJar()]
    const refusal = { error: 'invalid_target', error_description: '<script>alert(1)</script> Register the API.' }
    const refused = await comeBack(app, jar, { ...refusal, state: (await begin(app, jar)).state })
    const page = await refused.text()
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62; Register the API.')
    expect(page).not.toContain('<script')
  })

  test('signs out only at the request of its own pages', async () => {
    const app = await start()
    const signOut = (headers: Record<string, string>) => app.send('/auth/sign-out', { method: 'POST', headers })
    const own = await signOut({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' })
    expect([own.status, own.headers.get('location')]).toEqual([303, '/'])
    for (const site of ['cross-site', 'same-site']) expect((await signOut({ 'sec-fetch-site': site })).status).toBe(403)
    expect((await signOut({ origin: 'https://eve.example' })).status).toBe(403)
    expect((await app.send('/auth/sign-out')).status).toBe(404)
  })
})

describe.each(Object.keys(FRAMEWORKS))('an app on %s that the provider tells of a sign-out', (framework) => {
  test('ends sessions by a valid logout token only', async () => {
    const app = await FRAMEWORKS[framework]!()
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const tell = async (changes: object, typ = 'logout+jwt') => {
      const logout_token = provider.makeIdToken({ jti: '1', events, ...changes }, { typ })
      const { status } = await app.send('/auth/backchannel-logout', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token }).toString(),
      })
      return status
    }
    expect(await tell({ sid: 'session-1' })).toBe(200)
    expect(await tell({}, 'JWT')).toBe(400)
    expect(await tell({ aud: 'app-2' })).toBe(400)
    expect(app.signedOut).toEqual([{ subject: 'person-1', sessionId: 'session-1' }])
  })
})

const DATA_CHANGED = { 'urn:countersign:event:data-changed': {} }

async function tellOfChange({ send }: { send: (path: string, init: RequestInit) => Promise<Response> }, changes = {}) {
  const body = provider.makeIdToken(
    { exp: undefined, jti: '1', events: DATA_CHANGED, ...changes },
    { typ: 'secevent+jwt' },
  )
  return send('/auth/events', { method: 'POST', headers: { 'content-type': 'application/secevent+jwt' }, body })
}

describe.each(Object.keys(FRAMEWORKS))('an app on %s that the provider tells of changed data', (framework) => {
  test('hears it by a valid security event token only (RFC 8935)', async () => {
    const app = await FRAMEWORKS[framework]!()
    expect((await tellOfChange(app)).status).toBe(202)
    const refused = await tellOfChange(app, { aud: 'app-2' })
    expect([refused.status, await refused.json()]).toMatchObject([400, { err: 'invalid_request' }])
    expect(app.changed).toEqual([{ subject: 'person-1' }])
  })
})

test.each([
  ['text', express.text({ type: '*/*' })],
  ['bytes', express.raw({ type: '*/*' })],
  ['no JSON', express.json()],
])('Express hears of changed data where a parser has read the body as %s', async (_case, parser) => {
  const app = newApp()
  const send = await listen(express().use(parser, forExpress(app.settings(() => undefined))))
  expect((await tellOfChange({ send })).status).toBe(202)
  expect(app.changed).toHaveLength(1)
})

test('an app without onDataChanged has no route for events', async () => {
  const routes = forNext(() => ({ ...newApp().settings(() => undefined), onDataChanged: undefined }))
  const send = async (path: string, init: RequestInit) =>
    routes.POST(new Request(new URL(path, 'http://localhost:3000'), init))
  expect((await tellOfChange({ send })).status).toBe(404)
})

test("an error of the app's own handler is not taken for a refused sign-in", async () => {
  const routes = forNext(() => ({
    ...newApp().settings(() => undefined),
    onSignIn: () => {
      throw new TypeError('of the app')
    },
  }))
  const jar = newJar()
  const app = {
    send: (path: string, init?: RequestInit) => routes.GET(new Request(new URL(path, 'http://localhost:3000'), init)),
  }
  const { state } = await begin(app, jar)
  await expect(comeBack(app, jar, { code: 'cs_ac_1', state })).rejects.toThrow('of the app')
})

test('the rest of an Express app answers a request that no Request can represent', async () => {
  const server = express().use(forExpress(newApp().settings(() => undefined)))
  const port = new URL((await (await listen(server))('/')).url).port
  const askFor = async (method: string, path: string) =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.on('error', reject).end()
    })
  expect([await askFor('GET', '//a:b@c/'), await askFor('TRACE', '/')]).toEqual([404, 404])
})

test.each(['/caf%C3%A9/', '/app:1/', '/*/a*b/'])('Fastify finds the routes beside %s', async (folder) => {
  const app = fastify()
  const redirectUri = `http://localhost:3000${folder}callback`
  await app.register(
    forFastify,
    newApp({ redirectUri }).settings(() => undefined),
  )
  expect((await app.inject(`${folder}sign-in`)).statusCode).toBe(303)
  expect((await app.inject(`${folder}callback`)).statusCode).toBe(400)
})

test("an app's handlers run with its settings as `this`", async () => {
  const settings: SignInSettings<[], string> = {
    ...newApp().settings(() => ''),
    onSignIn: () => '',
    onError: () => '',
    onSignOut() {
      return String(this.cookieSecret)
    },
  }
  const handlers = handlersOf(settings, [], async (answer) => new Response(answer ?? ''))
  expect(await (await handlers.onSignOut())?.text()).toBe(SECRET)
})
