import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A network in front of a server, which a test can break. */
export type Network = {
  /** The server's URL through this network. */
  readonly url: string
  /** Silence in both directions without an error: a pulled cable. */
  readonly freeze: () => void
  /** Delivers everything, also what waited. */
  readonly thaw: () => void
  /** Existing connections fall silent for good; new ones work: a firewall that lost its state. */
  readonly forget: () => void
  /** Delays each direction and keeps the order. */
  readonly delay: (milliseconds: number) => void
  readonly close: () => Promise<void>
}

export async function startNetwork(serverUrl: string): Promise<Network> {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const forgotten = new Set<Socket>()
  let frozen = false
  let delayMs = 0

  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      const sent = passOn(from, to, () => delayMs)
      from.on('close', () => {
        sockets.delete(from)
        if (!frozen && !forgotten.has(from)) void sent().then(() => to.destroy())
      })
      if (frozen) from.pause()
    }
  })
  url.port = String(await listenLocally(server))
  return {
    url: url.href,
    freeze: () => {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    forget: () => {
      for (const socket of sockets) {
        forgotten.add(socket)
        socket.pause()
      }
      sockets.clear()
    },
    close: async () => {
      for (const socket of [...sockets, ...forgotten]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Forwards each chunk after the delay; the returned function waits until all was forwarded. */
function passOn(from: Socket, to: Socket, delayMs: () => number): () => Promise<unknown> {
  let sent: Promise<unknown> = Promise.resolve()
  from.on('error', () => undefined)
  from.on('data', (chunk) => {
    const late = delayMs() > 0 ? wait(delayMs()) : undefined
    sent = sent.then(() => late).then(() => to.write(chunk))
  })
  return () => sent
}

/** Has a server listen on a free port of this machine, and returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The network has no address.')
  return address.port
}

/** A loopback port that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenLocally(probe)
  probe.close()
  await once(probe, 'close')
  return port
}
