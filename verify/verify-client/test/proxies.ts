import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A proxy whose network leads every call to one port of this machine; `called` are the hosts that it was asked for. */
type Proxy = { readonly called: string[]; readonly address: () => string }

/** An HTTP proxy that is asked by CONNECT (RFC 9110 §9.3.6). */
export function useConnectProxy(port: () => number): Proxy {
  const called: string[] = []
  const server = createHttpServer().on('connect', ({ url = '' }, socket: Socket) => {
    called.push(url)
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    join(socket, port())
  })
  return { called, address: listening(server, 'http') }
}

/** A SOCKS5 proxy (RFC 1928) without authentication, as Tor is. */
export function useSocksProxy(port: () => number): Proxy {
  const called: string[] = []
  const server = createServer((socket) => void answerSocks(socket, called, port()))
  return { called, address: listening(server, 'socks5') }
}

async function answerSocks(socket: Socket, called: string[], port: number): Promise<void> {
  await once(socket, 'readable')
  socket.read()
  socket.write(Buffer.from([5, 0]))
  await once(socket, 'readable')
  const asked: Buffer = socket.read()
  // Type 3 is a name, which the proxy looks up.
  called.push(asked[3] === 3 ? asked.subarray(5, -2).toString() : 'a number')
  socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
  join(socket, port)
}

function join(socket: Socket, port: number): void {
  const other = connect(port, '127.0.0.1')
  for (const [from, to] of [
    [socket, other],
    [other, socket],
  ] as const)
    from.on('error', () => to.destroy()).pipe(to)
}

function listening(server: Server, scheme: string): () => string {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => void sockets.add(socket))
  beforeAll(async () => once(server.listen(0, '127.0.0.1'), 'listening'))
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return () => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
