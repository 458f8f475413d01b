/**
 * An MCP server with sign-in: `node --env-file=.env src/main.ts`. Like any API it accepts access tokens for itself, and names
 * their issuer to clients (RFC 9728). MCP clients do the rest.
 */
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import * as z from 'zod'

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', RESOURCE = '', PORT = '3000' } = process.env
const SCOPE = 'notes:read'
const { origin, hostname, pathname } = new URL(RESOURCE)
/** The resource's path follows the well-known path (RFC 9728 §3.1). */
const METADATA = `/.well-known/oauth-protected-resource${pathname}`

const app = createMcpExpressApp({ allowedHosts: [hostname] })

app.get(METADATA, (_request, response) => {
  response.json({
    resource: RESOURCE,
    resource_name: 'Notes',
    authorization_servers: [ISSUER],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  })
})

const requireToken = requireBearerAuth({
  verifier: { verifyAccessToken },
  requiredScopes: [SCOPE],
  expectedResource: new URL(RESOURCE),
  resourceMetadataUrl: origin + METADATA,
})

// Stateless: every request brings its token.
app.post(pathname, requireToken, async (request, response) => {
  const server = createServer()
  const transport = new StreamableHTTPServerTransport()
  response.on('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})
app.all(pathname, requireToken, (_request, response) => void response.status(405).set('allow', 'POST').end())

const Answer = z.discriminatedUnion('active', [
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    token_type: z.string(),
    client_id: z.string(),
    sub: z.string(),
    aud: z.string(),
    scope: z.string(),
    exp: z.number(),
  }),
])

/** By introspection, so that a revocation takes effect at once. */
async function verifyAccessToken(token: string): Promise<AuthInfo> {
  const response = await fetch(`${ISSUER}/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ token }),
  })
  if (!response.ok) throw new Error(`Countersign answered ${response.status}.`)
  const answer = Answer.parse(await response.json())
  // Refuses DPoP-bound tokens: this server checks no proofs.
  if (!answer.active || answer.token_type !== 'Bearer') throw new InvalidTokenError('The access token is not active.')
  const { client_id, scope, exp, aud, sub } = answer
  return {
    token,
    clientId: client_id,
    scopes: scope.split(' '),
    expiresAt: exp,
    resource: new URL(aud),
    extra: { sub },
  }
}

function createServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const description = 'The notes of the person who signed in.'
  server.registerTool('read_notes', { description }, ({ authInfo }) => ({
    content: [{ type: 'text', text: `Notes of ${String(authInfo?.extra?.['sub'])}: buy milk.` }],
  }))
  return server
}

app.listen(Number(PORT), 'localhost', () => console.log(`The example for MCP is at ${RESOURCE}`))
