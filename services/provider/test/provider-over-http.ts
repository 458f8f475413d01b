import { createServer } from 'node:http'
import { startProvider } from './started-provider.ts'

/** A provider that listens on a port of its own, for client libraries that speak real HTTP. */
export async function startProviderOverHttp() {
  // The issuer holds the port, so the port comes first and the provider answers behind it.
  const server = createServer((request, response) => provider.app.routing(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`
  const provider = await startProvider('embedded', () => new Date(), { issuer, webUrl: issuer })

  /** Plays the browser and the consent page: follows the app's address, approves, and comes back to the app. */
  async function approve(authorizationUrl: URL, clientId: string): Promise<URL> {
    const arrived = await fetch(authorizationUrl, { redirect: 'manual' })
    const id = new URL(arrived.headers.get('location') ?? '').searchParams.get('auth_request_id')
    if (id === null) throw new Error(`No request was started: ${arrived.status} ${arrived.headers.get('location')}`)
    const completed = await provider.complete(id, { approved_scopes: ['email'], attested: { aud: clientId } })
    const { redirect_uri = '', authorization_code: code = '', state = '' } = completed.json<Record<string, string>>()
    return new URL(`${redirect_uri}?${new URLSearchParams({ code, state, iss: issuer }).toString()}`)
  }

  async function close(): Promise<void> {
    await provider.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return { issuer, database: provider.database, register: provider.register, approve, close }
}
