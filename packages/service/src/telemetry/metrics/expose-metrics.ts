import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { Gauge } from 'prom-client'
import { addMetrics, registry } from './registry.ts'
import { readMetrics } from './workers.ts'

const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

const build = new Gauge({
  name: 'countersign_build_info',
  help: 'Always 1; which version of the program runs, on which Node.',
  labelNames: ['version', 'node'],
  aggregator: 'first',
  registers: [registry],
})

type Address = { readonly host: string; readonly port: number }

/** Serves `/metrics` at an address of its own, out of clients' reach. @throws if it cannot listen */
export async function exposeMetrics({ host, port }: Address, version: string): Promise<() => Promise<void>> {
  const server = createServer(({ method, url, headers }, response) => {
    if (!isNamed(headers.host, host)) return void response.writeHead(421).end()
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    return void answer(response)
  })
  build.set({ version, node: process.versions.node }, 1)
  // Some metrics have values only from the second read on.
  await readMetrics({ withNode: true })
  server.listen({ host, port })
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

/** Accepts an address, localhost or the configured name; a page that rebinds DNS sends its own. */
function isNamed(header: string | undefined, configured: string): boolean {
  const { hostname = '' } = URL.parse(`http://${header ?? ''}`) ?? {}
  return (
    isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
    hostname === 'localhost' ||
    hostname === configured.toLowerCase()
  )
}

async function answer(response: ServerResponse): Promise<void> {
  try {
    const text = await addMetrics([await readMetrics({ withNode: true })]).metrics()
    response.writeHead(200, { 'content-type': TEXT }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}
