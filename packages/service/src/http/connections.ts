import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import { type Connection, endConnection, newConnection, receive } from './pipeline.ts'
import { closeSlowReaders, type ReadingLimits } from './slow-readers.ts'

export type ConnectionLimits = ReadingLimits & {
  /** Requests of one connection that may wait for an earlier answer; one more closes it. */
  readonly waitingRequests: number
  readonly checkMs: number
}

const LIMITS: ConnectionLimits = {
  waitingRequests: 16,
  silenceMs: 20_000,
  unreadBytes: 67_108_864,
  readBytesPerSecond: 16_384,
  checkMs: 1_000,
}
const KEEP_ALIVE_MS = 72_000
const REQUEST_MS = 30_000

export type Connections = ReturnType<typeof createConnections>

/** Tracks a server's connections: limits the requests under way on each, and drains all of them. */
export function createConnections(limits: ConnectionLimits = LIMITS) {
  const connections = new Map<Socket, Connection>()
  const servers = new Set<NetServer>()

  function serverFactory(handler: RequestListener): Server {
    const server = createServer({
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: limits.silenceMs,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: limits.checkMs,
    })
    server.timeout = limits.silenceMs
    server.on('connection', (socket) => {
      connections.set(socket, newConnection(socket))
      socket.on('close', () => connections.delete(socket))
    })
    server.on('request', (request, response) => {
      const connection = connections.get(request.socket)
      const exchange = { request, response, handler: namesSeveralHosts(request) ? refuse : handler }
      if (connection) receive(connection, exchange, limits.waitingRequests)
    })
    server.on('listening', () => {
      const check = setInterval(() => closeSlowReaders([...connections.values()], limits), limits.checkMs).unref()
      server.on('close', () => clearInterval(check))
    })
    servers.add(server)
    return server
  }

  /**
   * Stops listening, finishes answers under way, then closes their connections. Idle connections close at once, the rest
   * after `withinMs`.
   */
  async function drain(withinMs: number): Promise<void> {
    const closed = [...servers].map((server) => new Promise((resolve) => server.close(resolve)))
    for (const connection of connections.values()) endConnection(connection)
    const end = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy()
    }, withinMs)
    await Promise.all(closed)
    clearTimeout(end)
  }

  return { serverFactory, add: (server: NetServer) => void servers.add(server), drain }
}

/** Two Host headers could mean one host to a proxy and another to us (RFC 9112 §3.2); Node would take the first. */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

function refuse(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json', connection: 'close' })
  response.end('{"error":"A request names one host.","code":"invalid_request"}')
}
