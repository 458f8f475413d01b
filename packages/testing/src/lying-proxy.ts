import Fastify, { type FastifyInstance } from 'fastify'

export type Told = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

export type Received = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Headers
  /** What JSON holds, the text of anything else; undefined if there was none. */
  readonly body: unknown
}

/** What goes on to the real side: the body as it came. */
export type PassedOn = Omit<Received, 'body'> & { readonly body: string | undefined }

/** Answers in place of the real side; `truth` has it do the work, and is what it says itself. `lost`: the connection ends. */
export type Lie = (received: Received, truth: () => Promise<Told>) => Promise<Told | 'lost'>

export type LyingProxy = {
  /** To be asked in process, or to listen. */
  readonly app: FastifyInstance
  readonly received: Received[]
  /** Everything is passed on while there is none. */
  lie: Lie | undefined
}

/** Of one connection, and of how a body is sent: whoever sends it on says that anew. */
const NOT_PASSED_ON = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

/** Stands before a real service, which `pass` asks, and can lie in its place. */
export function createLyingProxy(pass: (call: PassedOn) => Promise<Told>): LyingProxy {
  // Otherwise the end of a test may wait for a connection that nobody uses, for as long as it may idle.
  const app = Fastify({ forceCloseConnections: true })
  const proxy: LyingProxy = { app, received: [], lie: undefined }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('*', async (request, reply) => {
    const text = typeof request.body === 'string' ? request.body : undefined
    const call = { method: request.method, path: request.url, headers: withoutConnection(request.headers) }
    const received = { ...call, body: text === undefined ? undefined : readBody(text, call.headers) }
    proxy.received.push(received)
    const truth = async () => pass({ ...call, body: text })
    const told = await (proxy.lie ? proxy.lie(received, truth) : truth())
    if (told === 'lost') return reply.raw.destroy()
    return reply.code(told.status).headers(withoutConnection(told.headers)).send(Buffer.from(told.body))
  })
  return proxy
}

function readBody(text: string, headers: Headers): unknown {
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(text) : text
}

/** Asks a service over HTTP. */
export function passTo(url: string): (call: PassedOn) => Promise<Told> {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
}

function withoutConnection<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.includes(name)))
}
