import { createServer, type RequestListener, request, type Server } from 'node:http'
import { startBeforeAll } from '@countersign/testing'
import express from 'express'
import fc from 'fast-check'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, startTestProvider } from '../test/provider.ts'
import type { SignInError } from './errors.ts'
import { countersign as forExpress } from './express.ts'
import { countersign as forFastify } from './fastify.ts'
import { countersign as forHono } from './hono.ts'
import { countersign as forNext } from './next.ts'
import type { CompletedSignIn } from './results.ts'
import type { SignedOut } from './sign-out.ts'
import type { CookieSettings } from './web/sign-in-routes.ts'

const SECRET = 'a secret of 32 characters or more'

type Changes = Partial<CookieSettings> & { readonly redirectUri?: string; readonly handlesErrors?: boolean }
type Send = (path: string, init?: RequestInit) => Promise<Response>
type App = {
  readonly send: Send
  readonly signedIn: CompletedSignIn[]
  readonly failed: SignInError[]
  readonly signedOut: SignedOut[]
}

const provider = startBeforeAll(startTestProvider)
const servers: { close(): unknown }[] = []

beforeAll(() => provider.answerDataToken())
afterAll(async () => {
  for (const server of servers) await server.close()
})

/** One app per framework; its handlers answer "welcome back" to a second sign-in. */
const FRAMEWORKS: Readonly<Record<string, (changes?: Changes) => Promise<App>>> = {
  express: async (changes) => {
    const app = newApp()
    const server = express()
      .use((incoming, _response, next) => {
        // Like `express.json` of Express 4 for a body that it did not read.
        incoming.body = {}
        next()
      })
      .use(
        forExpress({
          ...settingsOf(changes),
          onSignIn: (signIn, _request, response) => {
            if (app.signedIn.push(signIn) > 1) response.send('welcome back')
          },
          onError: (error, _request, response) => {
            app.failed.push(error)
            if (changes?.handlesErrors) response.status(418).send('of the app')
          },
          onBackchannelLogout: (signedOut) => app.signedOut.push(signedOut),
        }),
      )
      .get('/', (_request, response) => void response.send('home'))
    return { ...app, send: await listen(server) }
  },
  fastify: async (changes) => {
    const app = newApp()
    const server = fastify()
    await server.register(forFastify, {
      ...settingsOf(changes),
      onSignIn: async (signIn, _request, reply) => {
        if (app.signedIn.push(signIn) > 1) await reply.send('welcome back')
      },
      onError: async (error, _request, reply) => {
        app.failed.push(error)
        if (changes?.handlesErrors) await reply.code(418).send('of the app')
      },
      onBackchannelLogout: (signedOut) => app.signedOut.push(signedOut),
    })
    server.get('/', () => 'home')
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    servers.push(server)
    return { ...app, send: (path, init) => fetch(address + path, { redirect: 'manual', ...init }) }
  },
  hono: async (changes) => {
    const app = newApp()
    const server = new Hono()
    server.use(
      forHono({
        ...settingsOf(changes),
        onSignIn: (signIn, context) => (app.signedIn.push(signIn) > 1 ? context.text('welcome back') : undefined),
        onError: (error, context) => {
          app.failed.push(error)
          return changes?.handlesErrors ? context.text('of the app', 418) : undefined
        },
        onBackchannelLogout: (signedOut) => app.signedOut.push(signedOut),
      }),
    )
    server.get('/', (context) => context.text('home'))
    return { ...app, send: async (path, init) => server.request(path, init) }
  },
  next: async (changes) => {
    const app = newApp()
    const routes = forNext(() => ({
      ...settingsOf(changes),
      onSignIn: (signIn) => (app.signedIn.push(signIn) > 1 ? new Response('welcome back') : undefined),
      onError: (error) => {
        app.failed.push(error)
        return changes?.handlesErrors ? new Response('of the app', { status: 418 }) : undefined
      },
      onBackchannelLogout: (signedOut) => app.signedOut.push(signedOut),
    }))
    return {
      ...app,
      send: (path, init) => {
        const sent = new Request(new URL(path, 'http://localhost:3000'), init)
        return sent.method === 'POST' ? routes.POST(sent) : routes.GET(sent)
      },
    }
  },
}

const newApp = () => ({
  signedIn: new Array<CompletedSignIn>(),
  failed: new Array<SignInError>(),
  signedOut: new Array<SignedOut>(),
})

function settingsOf({ handlesErrors: _handlesErrors, ...changes }: Changes = {}) {
  const registered = { issuer: provider.issuer, clientId: 'app-1', redirectUri: 'http://localhost:3000/auth/callback' }
  return { ...registered, scopes: ['email'], allowPlainClaims: true, cookieSecret: SECRET, ...changes }
}

async function listen(app: RequestListener): Promise<Send> {
  const [server, port]: [Server, number] = [createServer(app), await freePort()]
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  servers.push(server)
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
}

/** Cookies as a browser keeps them. */
function newJar() {
  const kept = new Map<string, string>()
  return {
    kept,
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take: ({ headers }: Response) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        kept.delete(name)
        if (!line.includes('Max-Age=0')) kept.set(name, value)
      }
    },
  }
}

type Jar = ReturnType<typeof newJar>

async function begin({ send }: App, jar: Jar, query = '') {
  const response = await send(`/auth/sign-in${query}`, { headers: { cookie: jar.header() } })
  jar.take(response)
  const location = new URL(response.headers.get('location') ?? '')
  return { response, location, state: location.searchParams.get('state') ?? '' }
}

async function comeBack({ send }: App, jar: Jar, parameters: Record<string, string>, accept = 'text/html') {
  const query = new URLSearchParams({ iss: provider.issuer, ...parameters }).toString()
  const response = await send(`/auth/callback?${query}`, { headers: { cookie: jar.header(), accept } })
  jar.take(response)
  return response
}

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

  test('signs out at the request of its own pages alone', async () => {
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
  test('ends the sessions that a logout token names, and none by anything else', async () => {
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

describe('the cookies of a sign-in', () => {
  const start = (changes?: Changes) => FRAMEWORKS['next']!(changes)

  test('are sealed, out of reach for scripts, and of this host alone where it has https', async () => {
    const { response, state } = await begin(await start(), newJar())
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^countersign-[\w-]{22}=ey[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(response.headers.getSetCookie().join()).not.toContain(state)
    const secure = await begin(await start({ redirectUri: 'https://app.example/auth/callback' }), newJar())
    expect(secure.response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-countersign-.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
  })

  test('let two tabs sign in beside each other, in any order', async () => {
    const [app, jar] = [await start(), newJar()]
    const [first, second] = [await begin(app, jar, '?returnTo=/1'), await begin(app, jar, '?returnTo=/2')]
    const locations: (string | null)[] = []
    for (const { state } of [first, second]) {
      const response = await comeBack(app, jar, { code: 'cs_ac_1', state })
      locations.push(response.headers.get('location') ?? (await response.text()))
    }
    expect(locations).toEqual(['/1', 'welcome back'])
  })

  test('are five at most: the oldest attempt goes first', async () => {
    const [app, jar] = [await start(), newJar()]
    const begun = []
    for (let count = 0; count < 7; count += 1) begun.push(await begin(app, jar))
    expect(jar.kept.size).toBe(5)
    expect((await comeBack(app, jar, { code: 'cs_ac_1', state: begun[1]!.state })).status).toBe(400)
    expect((await comeBack(app, jar, { code: 'cs_ac_1', state: begun[2]!.state })).status).toBe(303)
  })

  test('stay small enough for every server, whatever way back a link names', async () => {
    const [app, jar] = [await start(), newJar()]
    const sizes: number[] = []
    for (const length of [1024, 1024, 1024, 1024, 1024, 16_000]) {
      await begin(app, jar, `?returnTo=${'/?'.padEnd(length, '\\')}`)
      // Browsers keep no cookie of more than 4 KiB.
      sizes.push(jar.header().length, ...[...jar.kept.values()].map((value) => 2 * value.length))
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8192 - 1024)
  })

  test('open for their own attempt alone, and with a secret that still counts', async () => {
    const jar = newJar()
    const old = await start({ cookieSecret: 'the old secret, 32 characters or more' })
    const [first, second] = [await begin(old, jar), await begin(old, jar)]
    const [[one, value] = ['', ''], [other] = ['']] = jar.kept
    const next = await start({ cookieSecret: [SECRET, 'the old secret, 32 characters or more'] })
    expect((await comeBack(next, jar, { code: 'cs_ac_1', state: first.state })).status).toBe(303)
    jar.kept.set(other, value)
    expect((await comeBack(next, jar, { code: 'cs_ac_1', state: second.state })).status).toBe(400)
    jar.kept.set(one, value)
    const without = await start()
    expect((await comeBack(without, jar, { code: 'cs_ac_1', state: first.state })).status).toBe(400)
    expect([...next.failed, ...without.failed].map(({ code }) => code)).toEqual(['lost_session', 'lost_session'])
  })

  test('are refused with any character changed', async () => {
    const [app, jar] = [await start(), newJar()]
    const { state } = await begin(app, jar)
    const [[name, value] = ['', '']] = jar.kept
    await fc.assert(
      fc.asyncProperty(fc.nat(value.length - 1), fc.constantFrom('A', 'z', '0', '.', '='), async (at, character) => {
        fc.pre(value[at] !== character && isRead(value, at))
        const tampered = newJar()
        tampered.kept.set(name, value.slice(0, at) + character + value.slice(at + 1))
        expect((await comeBack(app, tampered, { code: 'cs_ac_1', state })).status).toBe(400)
      }),
      { numRuns: 40 },
    )
    expect(app.signedIn).toEqual([])
  })

  test.each(['', 'too short', []])('need a secret that is one, not %j', async (cookieSecret) => {
    const routes = forExpress.bind(undefined, { ...settingsOf(), cookieSecret, onSignIn: () => undefined })
    expect(routes).toThrow(/^cookieSecret must have 32 characters/)
  })
})

test('what the app itself gets wrong is not taken for a refused sign-in', async () => {
  const routes = forNext(() => ({
    ...settingsOf(),
    onSignIn: () => {
      throw new TypeError('of the app')
    },
  }))
  const jar = newJar()
  const app = {
    ...newApp(),
    send: (path: string, init?: RequestInit) => routes.GET(new Request(new URL(path, 'http://localhost:3000'), init)),
  }
  const { state } = await begin(app, jar)
  await expect(comeBack(app, jar, { code: 'cs_ac_1', state })).rejects.toThrow('of the app')
})

test('what no Request can be made of is answered by the rest of an Express app', async () => {
  const server = express().use(forExpress({ ...settingsOf(), onSignIn: () => undefined }))
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
  await app.register(forFastify, {
    ...settingsOf({ redirectUri: `http://localhost:3000${folder}callback` }),
    onSignIn: () => undefined,
  })
  expect((await app.inject(`${folder}sign-in`)).statusCode).toBe(303)
  expect((await app.inject(`${folder}callback`)).statusCode).toBe(400)
})

/** Of the last character of a part of a JWE the lowest bits may say nothing. */
function isRead(value: string, at: number): boolean {
  return value[at + 1] !== undefined && value[at + 1] !== '.'
}
