import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '@countersign/testing'

export type Turns = {
  readonly url: string
  readonly use: (ports: Readonly<Record<string, number>>) => void
  /** Number of answered requests, by name. */
  readonly answered: Readonly<Record<string, number>>
  readonly close: () => void
}

type Choose = (path: string, servers: readonly Server[]) => readonly Server[]
type Server = readonly [name: string, port: number]

/** A balancer that sends each request to the next process, of those that `choose` takes for its path. */
export async function takeTurns(choose: Choose = (_path, servers) => servers): Promise<Turns> {
  const port = await freePort()
  const answered: Record<string, number> = {}
  let servers: Server[] = []
  let turn = 0
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path = '/', headers } = incoming
    const chosen = choose(path, servers)
    const [name, target] = chosen[turn++ % chosen.length] ?? ['nobody', 0]
    const onward = request({ host: 'localhost', port: target, method, path, headers, agent: false }, (answer) => {
      answered[name] = (answered[name] ?? 0) + 1
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  }
  const server = createServer(pass).listen(port, 'localhost')
  return {
    url: `http://localhost:${port}`,
    use: (ports) => {
      servers = Object.entries(ports)
    },
    answered,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
