import { newAppKey, sealFor } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { auth, type OAuthClientProvider, type StoredOAuthTokens } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { parseDocumentHosts } from '../src/ground/client-id-url.ts'
import { startProviderOverHttp } from './provider-over-http.ts'
import { CALLBACK, publishDocuments } from './published-documents.ts'
import { USER_ID } from './started-provider.ts'
import { words } from './started-resource-servers.ts'

const RESOURCE = 'https://notes.example/mcp'
const { outbound, publish } = publishDocuments()
const provider = startBeforeAll(() =>
  startProviderOverHttp({ clientMetadataHosts: parseDocumentHosts('sealed') }, { outbound: outbound() }),
)

/** The metadata of the MCP server (RFC 9728); every other address is asked. */
const fetchFn = async (url: string | URL, init?: RequestInit) =>
  new URL(url).host === new URL(RESOURCE).host
    ? Response.json({ resource: RESOURCE, authorization_servers: [provider.issuer], scopes_supported: ['notes:read'] })
    : fetch(url, init)

test('MCP 2026-07-28: an agent is let in by a document with a sealing key, where it is unknown', async () => {
  const scopes = [{ name: 'notes:read', texts: words('See notes') }]
  await provider.admin('POST', 'resource-servers/', { resource: RESOURCE, name: 'Notes', scopes })
  const key = await newAppKey()
  const clientId = publish({ claims_encryption_jwk: key.publicJwk, redirect_uris: [CALLBACK] })
  let [verifier, asked, tokens]: [string, URL | undefined, StoredOAuthTokens | undefined] = ['', undefined, undefined]
  const agent: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadataUrl: clientId,
    clientMetadata: { redirect_uris: [CALLBACK] },
    clientInformation: () => (asked ? { client_id: clientId, issuer: provider.issuer } : undefined),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void (asked = url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  }
  expect(await auth(agent, { serverUrl: RESOURCE, fetchFn })).toBe('REDIRECT')
  const callback = await provider.approve(new URL(asked ?? ''), clientId, async (auth_request_id) => {
    const content = { claims: {}, aud: clientId, sub: USER_ID, auth_request_id }
    const attested = { claims: {}, claim_names: [], claims_jwe: await sealFor(key, content) }
    return { approved_scopes: ['notes:read'], attested }
  })
  const answer = { authorizationCode: callback.searchParams.get('code') ?? '', iss: provider.issuer }
  expect(await auth(agent, { serverUrl: RESOURCE, fetchFn, ...answer })).toBe('AUTHORIZED')
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'notes:read' })
})
