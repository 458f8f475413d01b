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

/**
 * Serves Prometheus `/metrics` on a separate address, so that clients of the service cannot reach it.
 * @throws if it cannot listen on the address
 */
export async function exposeMetrics({ host, port }: Address, version: string): Promise<() => Promise<void>> {
  const server = createServer(({ method, url, headers }, response) => {
    if (!isNamed(headers.host, host)) return void response.writeHead(421).end()
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    return void answer(response)
  })
  build.set({ version, node: process.versions.node }, 1)
  // Some metrics have values only from the second reading on.
  await readMetrics({ withNode: true })
  server.listen({ host, port })
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

/**
 * Whether a reader asks by an address, as localhost, or by the name that was configured. A page that has its own name lead
 * here (DNS rebinding) asks by that name.
 */
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
