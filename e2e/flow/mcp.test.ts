import { join } from 'node:path'
import { createCountersign } from '@countersign/sdk'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { createLyingProxy, freePort, passTo, startBeforeAll, type Told } from '@countersign/testing'
import {
  Client,
  IssuerMismatchError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addNotes, EXAMPLES, startExample } from '../support/examples.ts'

/** Keeps the empty database between test runs. */
const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/countersign')

let server: TestServer
let ada: TestPerson

beforeAll(async () => {
  server = await createTestServer({ cacheFolder, settings: { DYNAMIC_REGISTRATION: 'open' } })
  ada = await server.createPerson({ claims: { email: 'ada@example.org', name: 'Ada Lovelace' } })
})
afterAll(() => server.stop())

describe('the example of an MCP server', () => {
  const app = startBeforeAll(startNotes)

  /** Connects as a program does that knows only the address: it is refused, registers itself, and has its person approve. */
  async function connect() {
    const keeper = createKeeper()
    const open = () => new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { authProvider: keeper })
    const approve = async () => answerOf(await ada.approve(keeper.askedAt()?.href ?? ''))
    const refused = open()
    await expect(newClient().connect(refused)).rejects.toThrow(UnauthorizedError)
    const asked = keeper.askedAt()
    const answer = await approve()
    const foreign = new URLSearchParams({ ...Object.fromEntries(answer), iss: 'https://evil.example' })
    await expect(refused.finishAuth(foreign)).rejects.toThrow(IssuerMismatchError)
    await refused.finishAuth(answer)
    const client = newClient()
    const transport = open()
    await client.connect(transport)
    return { asked, client, keeper, stepUp: async () => transport.finishAuth(await approve()) }
  }

  test('is used by an unregistered client, which finds the provider, registers itself, and calls a tool', async () => {
    const { asked, client } = await connect()
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    expect(asked?.origin).toBe(server.issuer)
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${app.url}/mcp`,
      scope: 'notes:read',
    })
    expect(await client.callTool({ name: 'read_notes' })).toMatchObject({ content: [] })
    // Revoking the grant ends access at once.
    await ada.revoke({ clientId: asked?.searchParams.get('client_id') ?? '' })
    await expect(client.callTool({ name: 'read_notes' })).rejects.toThrow('The grant was revoked.')
    await client.close()
  })

  test('tells a client which scope a tool needs, and takes the call once its person has approved that', async () => {
    const { client, keeper, stepUp } = await connect()
    const call = { name: 'add_note', arguments: { text: 'Buy milk' } }
    await expect(client.callTool(call)).rejects.toThrow(UnauthorizedError)
    expect(keeper.askedAt()?.searchParams.get('scope')).toBe('notes:read notes:write')
    await stepUp()
    await client.callTool(call)
    expect((await client.callTool({ name: 'read_notes' })).content).toEqual([{ type: 'text', text: 'Buy milk' }])
    await client.close()
  })

  test.each([
    ['no scope', withoutScopes, null],
    ['openid and email alone', withPersonsScopes, 'openid email'],
  ])('is used by a client that names %s, as the server does', async (_case, change, scope) => {
    app.proxy.lie = async (_received, truth) => change(await truth())
    const { asked, client } = await connect()
    expect([asked?.searchParams.get('scope'), asked?.searchParams.get('resource')]).toEqual([scope, `${app.url}/mcp`])
    expect(await client.callTool({ name: 'read_notes' })).toHaveProperty('content')
    await client.close()
    app.proxy.lie = undefined
  })

  test('refuses a token of another audience, and says where to get one', async () => {
    const countersign = createCountersign(server.app.settings)
    const { url, flow } = await countersign.beginSignIn()
    const { tokens } = await countersign.finishSignIn(await ada.approve(url), flow)
    for (const token of [tokens.accessToken, 'nothing']) {
      const answer = await fetch(`${app.url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      const metadata = `resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining(metadata)])
    }
  })
})

const newClient = () => new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })

/** Starts the MCP server behind a proxy, registered as an API with a scope. */
async function startNotes() {
  const [port, place] = [await freePort(), await freePort()]
  const url = `http://localhost:${place}`
  const resource = `${url}/mcp`
  const { clientId, clientSecret } = await addNotes(server, resource)
  const env = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, RESOURCE: resource }
  const program = { command: process.execPath, parameters: ['src/main.ts'], cwd: join(EXAMPLES, 'mcp') }
  const example = await startExample(server, { program, port, env })
  const proxy = createLyingProxy(passTo(`http://localhost:${port}`))
  await proxy.app.listen({ port: place, host: 'localhost' })
  const close = async () => {
    await proxy.app.close()
    await example.close()
  }
  return { url, proxy, close }
}

function withoutScopes(told: Told): Told {
  const challenge = told.headers['www-authenticate']?.replace(/, scope="[^"]*"/, '')
  const headers = { ...told.headers, ...(challenge !== undefined && { 'www-authenticate': challenge }) }
  return { ...told, headers, body: told.body.replace(/"scopes_supported":\[[^\]]*\],/, '') }
}

function withPersonsScopes({ body, headers, ...told }: Told): Told {
  const rename = (text: string) => text.replaceAll('scope="notes:read"', 'scope="openid email"')
  const renamed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, rename(value)]))
  return { ...told, headers: renamed, body: body.replace('["notes:read"]', '["openid","email"]') }
}

function answerOf(url: string): URLSearchParams {
  return new URL(url).searchParams
}

/** The storage of an MCP client program, and where it sends its person. */
function createKeeper(): OAuthClientProvider & { askedAt(): URL | undefined } {
  let discovery: OAuthDiscoveryState | undefined
  let [client, tokens, verifier, asked]: [
    StoredOAuthClientInformation | undefined,
    StoredOAuthTokens | undefined,
    string,
    URL | undefined,
  ] = [undefined, undefined, '', undefined]
  return {
    redirectUrl: 'http://127.0.0.1:33418/callback',
    clientMetadata: {
      client_name: 'Test client',
      redirect_uris: ['http://127.0.0.1:33418/callback'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation: (information) => void (client = information),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void (asked = url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovery = state),
    discoveryState: () => discovery,
    askedAt: () => asked,
  }
}
