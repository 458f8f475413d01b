import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly handler: RequestListener
}

/** Exchanges under way on one connection: HTTP answers in the order of the requests (RFC 9112 §9.3.2). */
export type Connection = {
  readonly socket: Socket
  readonly waiting: Exchange[]
  current: Exchange | undefined
  /** When the answer was begun that is not read yet, and how many bytes went before it. */
  answering: { readonly since: number; readonly bytesBefore: number } | undefined
  /** Starts nothing more; closes after the answer under way. */
  isEnding: boolean
}

export function newConnection(socket: Socket): Connection {
  return { socket, waiting: [], current: undefined, answering: undefined, isEnding: false }
}

/**
 * Queues a pipelined request. Node starts all of them at once; here each starts after the previous answer was handed over,
 * so a connection never holds more than one answer. Closes a connection with more than `mayWait` waiting.
 */
export function receive(connection: Connection, exchange: Exchange, mayWait: number): void {
  if (connection.socket.destroyed) return
  connection.waiting.push(exchange)
  if (connection.waiting.length > mayWait) connection.socket.destroy()
  else if (!connection.current) startNext(connection)
}

/** Closes an idle connection at once, any other after the answer under way. */
export function endConnection(connection: Connection): void {
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
