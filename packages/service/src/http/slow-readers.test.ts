import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from '../telemetry/logger.ts'
import { createHttpServer } from './http-server.ts'

const MEBIBYTE = 1_048_576

const started: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of started.splice(0)) await stop()
})

/** A server with the limits that ship, whose clock stands still, and connections that ask it and read nothing. */
async function startUnread(): Promise<(bytes: number) => Promise<Socket>> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
  app.get<{ Params: { size: string } }>('/:size', async ({ params }) => Buffer.alloc(Number(params.size)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const clients: Socket[] = []
  started.push(async () => {
    for (const client of clients) client.destroy()
    await app.close()
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
