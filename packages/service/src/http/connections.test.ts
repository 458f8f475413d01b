import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { recordLog } from '@countersign/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ConnectionLimits, createConnections } from './connections.ts'
import { createHttpServer } from './http-server.ts'

const LIMITS: ConnectionLimits = {
  waitingRequests: 4,
  silenceMs: 30_000,
  unreadBytes: 1_000_000_000,
  readBytesPerSecond: 1,
  checkMs: 10,
}
const LARGE = Buffer.alloc(30_000_000, 'x')
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const MEBIBYTE = 1_048_576
const open: { readonly stop: () => Promise<void> }[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const { stop } of open.splice(0)) await stop()
})

/** A server that holds its requests until released; `asked` records them. */
async function start(handler?: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  const asked: string[] = []
  const held: (() => void)[] = []
  const connections = createConnections({ ...LIMITS, ...limits })
  const server = connections.serverFactory((request, response) => {
    asked.push(request.url ?? '')
    if (handler) handler(request, response)
    else held.push(() => response.end(`answer to ${request.url}`))
  })
  let closed = 0
  // A client that does not read does not notice either.
  server.on('connection', (socket) => socket.on('close', () => (closed += 1)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ stop: () => connections.drain(0) })
  const { port } = server.address() as AddressInfo
  const asks = async (count: number): Promise<void> => {
    await expect.poll(() => asked.length).toBe(count)
  }
  return { ...connections, asked, held, asks, closed: () => closed, port }
}

async function dial(port: number, text = ''): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  if (text) socket.write(text)
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(chunk.toString()))
  socket.on('error', () => undefined)
  return { socket, answer: () => chunks.join(''), closed: new Promise((resolve) => socket.once('close', resolve)) }
}

type Client = { readonly socket: Socket; readonly answer: () => string; readonly closed: Promise<unknown> }

describe('a pipeline of requests', () => {
  test('is answered one by one, in order', async () => {
    const { held, asked, asks, port } = await start()
    const { answer } = await dial(port, ['/1', '/2', '/3'].map((path) => GET.replace('/', path)).join(''))
    for (let count = 1; count <= 3; count += 1) {
      await asks(count)
      held[count - 1]?.()
    }
    await expect.poll(answer).toMatch(/answer to \/1.*answer to \/2.*answer to \/3/s)
    expect(asked).toEqual(['/1', '/2', '/3'])
  })

  test('that is too long ends its connection, and no waiting request starts', async () => {
    const { asked, port } = await start()
    const { closed } = await dial(port, GET.repeat(1_000))
    await closed
    expect(asked).toHaveLength(1)
  })
})

describe('a client that does not read', () => {
  const answerLarge: RequestListener = (_request, response) => void response.end(LARGE)

  test('is closed at a limit, while one that reads gets the whole answer', async () => {
    const { port, closed } = await start(answerLarge, { unreadBytes: LARGE.length * 1.5 })
    const unread = await Promise.all([1, 2].map(() => dial(port)))
    for (const { socket } of unread) socket.pause().write(GET)
    await expect.poll(closed, { timeout: 10_000 }).toBe(1)
    const reader = await dial(port, GET)
    await expect.poll(() => reader.answer().length, { timeout: 10_000 }).toBeGreaterThan(LARGE.length)
  })

  test('is closed after a silence', async () => {
    const { port, closed } = await start(answerLarge, { silenceMs: 100 })
    const { socket } = await dial(port)
    socket.pause().write(GET)
    await expect.poll(closed, { timeout: 10_000 }).toBe(1)
  })

  test('is closed for reading too slowly, even without a silence', async () => {
    const { port, closed } = await start(answerLarge, { silenceMs: 300, readBytesPerSecond: 1_000_000_000 })
    const { socket } = await dial(port)
    socket.pause().write(GET)
    const sip = setInterval(() => socket.read(65_536), 20)
    await expect.poll(closed, { timeout: 10_000 }).toBe(1)
    clearInterval(sip)
  })
})

test('closing a client that does not read logs no error', async () => {
  const { logger, entries } = recordLog()
  const app = createHttpServer({ logger })
  app.get('/', async () => Buffer.concat([LARGE, LARGE, LARGE]))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const gone = once(app.server, 'connection').then(([socket]: Socket[]) => socket && once(socket, 'close'))
  const { socket } = await dial((app.server.address() as AddressInfo).port)
  socket.pause().write(GET)
  await gone
  await app.close()
  expect(entries().map(({ level }) => level)).toEqual(['info'])
})

test('a request that names two hosts is refused (RFC 9112 §3.2)', async () => {
  const { port, asked } = await start()
  const { answer, closed } = await dial(port, `GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n${GET}`)
  await closed
  expect(answer()).toMatch(/^HTTP\/1.1 400 .*invalid_request/s)
  expect(asked).toEqual([])
})

describe('a server that stops', () => {
  test.each([
    ['sent nothing', ''],
    ['sent half a request line', 'GET /abc'],
    ['sent half the headers', 'GET / HTTP/1.1\r\nHost: a\r\nAcc'],
  ])('closes a connection at once that %s', async (_case, sent) => {
    const { port, drain, held, asks } = await start()
    const busy = await dial(port, GET)
    await asks(1)
    const idle = await dial(port, sent)
    const drained = drain(30_000)
    await idle.closed
    held[0]?.()
    await Promise.all([drained, busy.closed])
    expect(busy.answer()).toContain('answer to /')
  })

  test('closes a connection at once that was answered and sent nothing more', async () => {
    const { port, drain, held, asks, closed } = await start()
    const idle = await dial(port, GET)
    await asks(1)
    held[0]?.()
    await expect.poll(idle.answer).toContain('answer to /')
    await drain(30_000)
    await expect.poll(closed).toBe(1)
  })

  test('answers what is under way, closes after it, and takes nothing new', async () => {
    const { port, drain, held, asks } = await start()
    const { answer, closed } = await dial(port, GET)
    await asks(1)
    const drained = drain(30_000)
    const late = connect(port, '127.0.0.1')
    const [error] = await once(late, 'error')
    expect(error.code).toBe('ECONNREFUSED')
    held[0]?.()
    await Promise.all([drained, closed])
    expect(answer()).toMatch(/^HTTP\/1.1 200 .*Connection: close.*answer to \/$/s)
  })

  test.each([
    ['half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf'],
    ['a request that is never answered', GET],
  ])('ends at its deadline despite %s', async (_case, sent) => {
    const { port, drain, asks, closed } = await start()
    await dial(port, sent)
    await asks(1)
    await drain(50)
    await expect.poll(closed).toBe(1)
  })
})

/** A server with the limits that ship, whose clock stands still, and connections that ask it and read nothing. */
async function startUnread(): Promise<(bytes: number) => Promise<Socket>> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const app = createHttpServer({ logger: recordLog().logger })
  app.get<{ Params: { size: string } }>('/:size', async ({ params }) => Buffer.alloc(Number(params.size)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const clients: Socket[] = []
  open.push({
    stop: async () => {
      for (const client of clients) client.destroy()
      await app.close()
    },
  })
  /** Answers the server's side of the connection, once its answer was handed over. */
  return async function ask(bytes: number): Promise<Socket> {
    const answered = once(app.server, 'request')
    const client = connect(port, '127.0.0.1').on('error', () => undefined)
    clients.push(client)
    client.pause().write(`GET /${bytes} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const [{ socket }] = await answered
    while (socket.bytesWritten < bytes) await new Promise((resolve) => setImmediate(resolve))
    return socket
  }
}

test('a connection that reads less than 16 KiB a second over the whole answer is closed, 20 seconds later', async () => {
  const ask = await startUnread()
  const socket = await ask(16 * MEBIBYTE)
  vi.advanceTimersByTime(1_000)
  vi.advanceTimersByTime(1_043_000)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(socket.destroyed).toBe(true)
})

test('of connections that leave more than 64 MiB unread, the one that holds the most is closed', async () => {
  const ask = await startUnread()
  const sockets = [await ask(12 * MEBIBYTE), await ask(50 * MEBIBYTE)]
  vi.advanceTimersByTime(1_000)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false])
  sockets.push(await ask(36 * MEBIBYTE))
  vi.advanceTimersByTime(1_000)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
})
