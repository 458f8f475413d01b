/**
 * An MCP server with sign-in: `node --env-file=.env src/main.ts`. Like any API it accepts access tokens for itself, and names
 * their issuer to clients (RFC 9728). MCP clients do the rest.
 */
import { createMcpExpressApp, requireBearerAuth } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type AuthInfo,
  createMcpHandler,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  requireScopes,
} from '@modelcontextprotocol/server'
import * as z from 'zod'

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', RESOURCE = '', PORT = '3000' } = process.env
const [READ, WRITE] = ['notes:read', 'notes:write'] as const
const { origin, hostname, pathname } = new URL(RESOURCE)
/** The resource's path follows the well-known path (RFC 9728 §3.1). */
const METADATA = `/.well-known/oauth-protected-resource${pathname}`

const app = createMcpExpressApp({ allowedHosts: [hostname] })

app.get(METADATA, (_request, response) => {
  response.json({
    resource: RESOURCE,
    resource_name: 'Notes',
    authorization_servers: [ISSUER],
    // The least that is of use; a tool that needs more says so.
    scopes_supported: [READ],
    bearer_methods_supported: ['header'],
  })
})

const requireToken = requireBearerAuth({
  verifier: { verifyAccessToken },
  requiredScopes: [READ],
  expectedResource: new URL(RESOURCE),
  resourceMetadataUrl: origin + METADATA,
})

// Stateless: every request brings its token.
const handle = toNodeHandler(createMcpHandler(createServer))
app.all(pathname, requireToken, (request, response) => handle(request, response, request.body))

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
  if (!answer.active || answer.token_type !== 'Bearer') {
    throw new OAuthError(OAuthErrorCode.InvalidToken, 'The access token is not active.')
  }
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

const notes = new Map<string, string[]>()

function createServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const read = { description: 'The notes of the person who signed in.' }
  server.registerTool('read_notes', read, ({ http }) => {
    return { content: (notes.get(personOf(http?.authInfo)) ?? []).map((text) => ({ type: 'text', text })) }
  })
  const add = { description: 'Adds a note.', inputSchema: z.object({ text: z.string() }) }
  // Both: older clients ask for just what the challenge names.
  server.registerTool('add_note', { ...add, scopeChallenge: requireScopes(READ, WRITE) }, ({ text }, { http }) => {
    const person = personOf(http?.authInfo)
    notes.set(person, [...(notes.get(person) ?? []), text])
    return { content: [] }
  })
  return server
}

function personOf(authInfo: AuthInfo | undefined): string {
  return String(authInfo?.extra?.['sub'])
}

app.listen(Number(PORT), 'localhost', () => console.log(`The example for MCP is at ${RESOURCE}`))
