import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { connectionsOf } from './http-server.ts'

/**
 * On Linux the kernel distributes connections to the workers. A cluster primary that distributes them itself loses those
 * in transit when it dies: they are neither answered nor closed.
 */
const SHARING = { reusePort: cluster.isWorker && process.platform === 'linux' }

/**
 * Listens on every address of a host, because `localhost` is 127.0.0.1 to some programs and ::1 to others.
 * @throws when the first cannot be listened on; the others may be missing on this machine
 */
export async function listenOnHost(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  await app.listen({ host, port, ...SHARING })
  const main = app.server.address()
  if (main === null || typeof main === 'string') return
  const others = (await lookup(host, { all: true })).filter(({ address }) => address !== main.address)
  for (const { address } of others) {
    // As an HTTP server does it: each side may close its half, and small answers are not held back.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    server.listen({ port: main.port, host: address, ...SHARING })
    await once(server, 'listening').then(
      () => connectionsOf(app).add(server),
      () => undefined,
    )
    app.server.on('close', () => server.close())
  }
}
