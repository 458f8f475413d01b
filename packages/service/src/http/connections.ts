import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'

export type ConnectionLimits = {
  /** Requests of one connection that may wait for an earlier answer; one more closes it. */
  readonly waitingRequests: number
  /** Longest pause while a request is under way, and longest time for its headers. */
  readonly silenceMs: number
  /** Over all connections; above it, those with the most are closed. */
  readonly unreadBytes: number
  /** Least average rate of a client; below that of any usual connection. */
  readonly readBytesPerSecond: number
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

/** Tracks a server's connections: limits the requests under way on each, closes slow readers, and drains. */
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

  /** Finishes answers under way; idle connections close at once, the rest after `withinMs`. */
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

const HOST = 'host'

/** A proxy could read another of two Host headers than Node, which takes the first (RFC 9112 §3.2). */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts > 1
}

function refuse(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json', connection: 'close' })
  response.end('{"error":"A request names one host.","code":"invalid_request"}')
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly handler: RequestListener
}

/** Exchanges under way on one connection: HTTP answers in the order of the requests (RFC 9112 §9.3.2). */
type Connection = {
  readonly socket: Socket
  readonly waiting: Exchange[]
  current: Exchange | undefined
  /** When the unread answer began, and the bytes written before it. */
  answering: { readonly since: number; readonly bytesBefore: number } | undefined
  isEnding: boolean
}

function newConnection(socket: Socket): Connection {
  return { socket, waiting: [], current: undefined, answering: undefined, isEnding: false }
}

/** Node starts pipelined requests at once; here one waits for the answer before it, so a connection holds one answer. */
function receive(connection: Connection, exchange: Exchange, mayWait: number): void {
  if (connection.socket.destroyed) return
  connection.waiting.push(exchange)
  if (connection.waiting.length > mayWait) connection.socket.destroy()
  else if (!connection.current) startNext(connection)
}

/** Closes an idle connection at once, any other after the answer under way. */
function endConnection(connection: Connection): void {
  connection.isEnding = true
  if (connection.current) connection.current.response.shouldKeepAlive = false
  else connection.socket.destroy()
}

function startNext(connection: Connection): void {
  const { socket, waiting } = connection
  if (connection.isEnding) socket.destroySoon()
  const next = socket.writable ? waiting.shift() : undefined
  connection.current = next
  connection.answering = undefined
  if (!next) return
  next.response.once('close', () => startNext(connection))
  next.handler(next.request, next.response)
}

type Answering = Connection & { readonly answering: NonNullable<Connection['answering']> }

/** Closes connections that read too slowly and, if too much is unread in total, those that hold the most. */
function closeSlowReaders(
  connections: readonly Connection[],
  { silenceMs, unreadBytes, readBytesPerSecond }: ConnectionLimits,
): void {
  const time = performance.now()
  const answering = connections.filter((connection) => noteAnswering(connection, time))
  for (const { socket, answering: answer } of answering) {
    const bytes = Math.max(socket.bytesWritten - answer.bytesBefore, socket.writableLength)
    if (time - answer.since > silenceMs + (bytes / readBytesPerSecond) * 1_000) socket.destroy()
  }
  let unread = answering.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  for (const { socket } of answering.toSorted(byWhatTheyHold)) {
    if (unread <= unreadBytes) return
    unread -= socket.writableLength
    socket.destroy()
  }
}

function noteAnswering(connection: Connection, time: number): connection is Answering {
  if (!connection.current?.response.headersSent) return false
  connection.answering ??= { since: time, bytesBefore: connection.socket.bytesWritten }
  return true
}

/** Most unread bytes first, then the oldest. */
function byWhatTheyHold(one: Answering, other: Answering): number {
  return other.socket.writableLength - one.socket.writableLength || one.answering.since - other.answering.since
}
