import Fastify, { type FastifyInstance } from 'fastify'

export type Told = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** Parsed if JSON, else text; undefined if missing. */
  readonly body: unknown
}

/** Forwarded with the body as it came. */
export type PassedOn = Omit<Received, 'body'> & { readonly body: string | undefined }

/** Answers instead of the real service; `truth` calls it. `lost` ends the connection. */
export type Lie = (received: Received, truth: () => Promise<Told>) => Promise<Told | 'lost'>

export type LyingProxy = {
  readonly app: FastifyInstance
  readonly received: Received[]
  /** Undefined: everything is forwarded. */
  lie: Lie | undefined
}

/** Hop-by-hop headers, and those that the sender computes. */
const NOT_PASSED_ON = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

/** Forwards to a real service through `pass`, or lies. */
export function createLyingProxy(pass: (call: PassedOn) => Promise<Told>): LyingProxy {
  // Idle connections would delay the end of a test.
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
