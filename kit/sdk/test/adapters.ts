import { createServer, type RequestListener, type Server } from 'node:http'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll } from 'vitest'
import type { SignInError } from '../src/errors.ts'
import type { DataChanged } from '../src/events.ts'
import { countersign as forExpress } from '../src/express.ts'
import { countersign as forFastify } from '../src/fastify.ts'
import { countersign as forHono } from '../src/hono.ts'
import { countersign as forNext } from '../src/next.ts'
import type { CompletedSignIn } from '../src/results.ts'
import type { SignedOut } from '../src/sign-out.ts'
import { countersign as forSvelteKit } from '../src/sveltekit.ts'
import type { CookieSettings, SignInRoutes, SignInSettings } from '../src/web/sign-in-routes.ts'
import { freePort, startTestProvider, type TestProvider } from './provider.ts'

export const SECRET = 'a secret of 32 characters or more'

export type Changes = Partial<CookieSettings> & {
  readonly redirectUri?: string
  readonly handlesErrors?: boolean
  readonly routes?: SignInRoutes
}
type Send = (path: string, init?: RequestInit) => Promise<Response>
type App = ReturnType<typeof newApp> & { readonly send: Send }

/** Filled by `startProvider`. */
export const provider = {} as TestProvider
const servers: { close(): unknown }[] = []

/** For the top of a test file: files share this module. */
export function startProvider(): void {
  beforeAll(async () => {
    Object.assign(provider, await startTestProvider())
    provider.answerDataToken()
  })
  afterAll(async () => {
    for (const server of servers.splice(0)) await server.close()
    await provider.close()
  })
}

/** One app per framework; its handlers answer "welcome back" to a second sign-in. */
export const FRAMEWORKS: Readonly<Record<string, (changes?: Changes) => Promise<App>>> = {
  express: async (changes) => {
    const app = newApp(changes)
    const server = express()
      .use((incoming, _response, next) => {
        // Like `express.json` of Express 4 for a body that it did not read.
        incoming.body = {}
        next()
      })
      .use(forExpress(app.settings(([, response], text, status) => response.status(status).send(text))))
      .get('/', (_request, response) => void response.send('home'))
    return { ...app, send: await listen(server) }
  },
  fastify: async (changes) => {
    const app = newApp(changes)
    const server = fastify()
    await server.register(
      forFastify,
      app.settings(async ([, reply], text, status) => reply.code(status).send(text)),
    )
    server.get('/', () => 'home')
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    servers.push(server)
    return { ...app, send: (path, init) => fetch(address + path, { redirect: 'manual', ...init }) }
  },
  hono: async (changes) => {
    const app = newApp(changes)
    const server = new Hono()
    server.use(forHono(app.settings(([context], text, status) => context.text(text, status))))
    server.get('/', (context) => context.text('home'))
    return { ...app, send: async (path, init) => server.request(path, init) }
  },
  next: async (changes) => {
    const app = newApp(changes)
    const routes = forNext(() => app.settings((_context, text, status) => new Response(text, { status })))
    return {
      ...app,
      send: (path, init) => {
        const sent = new Request(new URL(path, 'http://localhost:3000'), init)
        return sent.method === 'POST' ? routes.POST(sent) : routes.GET(sent)
      },
    }
  },
  sveltekit: async (changes) => {
    const app = newApp(changes)
    const routes = forSvelteKit<{ request: Request }>(() =>
      app.settings((_context, text, status) => new Response(text, { status })),
    )
    return {
      ...app,
      send: (path, init) => {
        const request = new Request(new URL(path, 'http://localhost:3000'), init)
        return request.method === 'POST' ? routes.POST({ request }) : routes.GET({ request })
      },
    }
  },
}

/** `settings` makes the settings of an app that says the text by `say`. */
export function newApp({ handlesErrors = false, ...changes }: Changes = {}) {
  const signedIn: CompletedSignIn[] = []
  const failed: SignInError[] = []
  const signedOut: SignedOut[] = []
  const changed: DataChanged[] = []
  const registered = { ...provider.registered, redirectUri: 'http://localhost:3000/auth/callback' }
  return {
    signedIn,
    failed,
    signedOut,
    changed,
    settings: <Context extends readonly unknown[], Answer>(
      say: (context: Context, text: string, status: 200 | 418) => Answer,
    ): SignInSettings<Context, Answer | undefined> => ({
      ...registered,
      scopes: ['email'],
      allowPlainClaims: true,
      cookieSecret: SECRET,
      ...changes,
      onSignIn: (signIn, ...context) => (signedIn.push(signIn) > 1 ? say(context, 'welcome back', 200) : undefined),
      onError: (error, ...context) => {
        failed.push(error)
        return handlesErrors ? say(context, 'of the app', 418) : undefined
      },
      onBackchannelLogout: (ended, ..._context) => signedOut.push(ended),
      onDataChanged: (event, ..._context) => changed.push(event),
    }),
  }
}

export async function listen(app: RequestListener): Promise<Send> {
  const [server, port]: [Server, number] = [createServer(app), await freePort()]
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  servers.push(server)
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
}

/** Cookies as a browser keeps them. */
export function newJar() {
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

export async function begin({ send }: Pick<App, 'send'>, jar: Jar, query = '') {
  const response = await send(`/auth/sign-in${query}`, { headers: { cookie: jar.header() } })
  jar.take(response)
  const location = new URL(response.headers.get('location') ?? '')
  return { response, location, state: location.searchParams.get('state') ?? '' }
}

export async function comeBack(
  { send }: Pick<App, 'send'>,
  jar: Jar,
  parameters: Record<string, string>,
  accept = 'text/html',
) {
  const query = new URLSearchParams({ iss: provider.issuer, ...parameters }).toString()
  const response = await send(`/auth/callback?${query}`, { headers: { cookie: jar.header(), accept } })
  jar.take(response)
  return response
}
