import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from '@countersign/testing'

type Answer = (asked: { readonly path: string; readonly origin: string }, response: ServerResponse) => void

/** A server that describes itself as a service and answers everything else as a test wants. */
export async function startHostileService(answer: Answer) {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path}`)
    const isConfig = path === '/page-config.json'
    const type = path.includes('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('content-type', isConfig ? 'application/json' : type)
    if (isConfig) response.end(configOf(origin))
    else answer({ path, origin }, response)
  })
  const origin = `http://localhost:${await listenLocally(server)}`
  const close = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
  }
  return { origin, asked, close }
}

const WHITE = ['#ffffff', '#ffffff']

function configOf(issuer: string): string {
  // White on white, and a link that says what the service might say.
  const theme = { accent: WHITE, 'on-accent': WHITE, 'accent-strong': WHITE, 'accent-soft': WHITE, 'accent-ink': WHITE }
  const links = [{ label: 'Unlock your vault', url: 'https://evil.example/' }]
  const brand = { name: 'Countersign', logo: '', links, support_url: '', theme }
  return JSON.stringify({ issuer, core_url: '', opaque_server_keys: ['k'.repeat(43)], credential_issuers: [], brand })
}
