import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '@countersign/testing'

export type Turns = {
  readonly url: string
  /** Who answers from now on, by turns. */
  readonly use: (ports: Readonly<Record<string, number>>) => void
  /** How many requests each has answered, by its name. */
  readonly answered: Readonly<Record<string, number>>
  readonly close: () => void
}

/** What stands before several processes of one service: the next request goes to the next one. */
export async function takeTurns(): Promise<Turns> {
  const port = await freePort()
  const answered: Record<string, number> = {}
  let servers: (readonly [string, number])[] = []
  let turn = 0
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const [name, target] = servers[turn++ % servers.length] ?? ['nobody', 0]
    const { method, url: path, headers } = incoming
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
