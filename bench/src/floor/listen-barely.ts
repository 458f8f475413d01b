import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { withSignatures } from './signatures.ts'

export type Body = { readonly id: string; readonly code: string; readonly token: string }

export type Answers = Readonly<Record<string, (body: Body) => Promise<object>>>

const KEEP_ALIVE_MS = 72_000

/**
 * Serves answers to POST by path, JSON in and out, on a free port of this machine, with nothing around them but, if
 * `FLOOR_SIGNS` says so, signatures.
 */
export async function listenBarely(bare: Answers): Promise<{ readonly url: string; readonly close: () => void }> {
  const answers = process.env['FLOOR_SIGNS'] ? await withSignatures(bare) : bare
  const server = createServer((request, response) => {
    answer(request).then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const answer = async (request: IncomingMessage): Promise<string> => {
    const find = answers[request.url ?? '']
    return JSON.stringify(find ? await find(await readBody(request)) : {})
  }
  // Node's default of five seconds is too short: the connection idles while other targets are measured.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() }
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
