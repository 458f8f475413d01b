import { createServer } from 'node:http'
import type { ProviderConfig } from '../src/ground/config.ts'
import { startProvider } from './started-provider.ts'

type Described = { readonly approved_scopes: string[]; readonly attested?: object }
/** The approval of a request, by its id. */
type Describe = (id: string) => Promise<Described>

const emailAlone: Describe = async () => ({ approved_scopes: ['email'] })

/** A provider that listens on a port of its own, for client libraries that speak real HTTP. */
export async function startProviderOverHttp(
  settings: Partial<ProviderConfig> = {},
  surroundings: Parameters<typeof startProvider>[3] = {},
) {
  // The issuer holds the port, so the port comes first and the provider answers behind it.
  const server = createServer((request, response) => provider.app.routing(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`
  const provider = await startProvider(
    'embedded',
    () => new Date(),
    { ...settings, issuer, webUrl: issuer },
    surroundings,
  )

  /** Plays the browser and the consent page: follows the app's address, approves, and comes back to the app. */
  async function approve(authorizationUrl: URL, clientId: string, describe: Describe = emailAlone): Promise<URL> {
    const arrived = await fetch(authorizationUrl, { redirect: 'manual' })
    const id = new URL(arrived.headers.get('location') ?? '').searchParams.get('auth_request_id')
    if (id === null) throw new Error(`No request was started: ${arrived.status} ${arrived.headers.get('location')}`)
    const { approved_scopes, attested } = await describe(id)
    const completed = await provider.complete(id, { approved_scopes, attested: { aud: clientId, ...attested } })
    const { redirect_uri = '', authorization_code: code = '', state = '' } = completed.json<Record<string, string>>()
    return new URL(`${redirect_uri}?${new URLSearchParams({ code, state, iss: issuer }).toString()}`)
  }

  async function close(): Promise<void> {
    await provider.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  const { database, register, admin } = provider
  return { issuer, database, register, admin, approve, close }
}
