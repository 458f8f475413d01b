import { connect, createServer, type Socket } from 'node:net'

export type Wiretap = {
  readonly url: string
  /** Every byte that passed so far, in both directions. */
  heard(): string
  close(): Promise<void>
}

/** Stands between two components and writes down what they say to each other. */
export async function startWiretap(target: string): Promise<Wiretap> {
  const { hostname, port } = new URL(target)
  /** One list for each direction of each connection, so that no message is cut by another that came in between. */
  const streams: Buffer[][] = []
  const sockets = new Set<Socket>()

  function pass(from: Socket, to: Socket): void {
    const stream: Buffer[] = []
    streams.push(stream)
    sockets.add(from)
    from.on('data', (chunk: Buffer) => void stream.push(chunk))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
    from.pipe(to)
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The wiretap does not listen.')
  return {
    url: `http://localhost:${address.port}`,
    heard: () => streams.map((stream) => Buffer.concat(stream).toString('latin1')).join('\n'),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
