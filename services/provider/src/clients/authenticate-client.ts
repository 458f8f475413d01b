import { timingSafeEqual } from 'node:crypto'
import { OAuthError, sha256 } from '@countersign/service'
import type { Client } from './client.ts'
import type { ClientRegistry } from './client-registry.ts'

/** What a client sent to prove itself. */
export type ClientCredentials = {
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  /** The value of the `Authorization` header, if there was one. */
  readonly authorization: string | undefined
}

type Presented = { readonly clientId: string; readonly clientSecret: string | undefined; readonly basic: boolean }

/**
 * Finds the client and checks its secret (RFC 6749 §2.3). Throws `invalid_client` for an unknown client and for a wrong or
 * missing secret alike, `invalid_request` for two methods at once.
 */
export async function authenticateClient(clients: ClientRegistry, credentials: ClientCredentials): Promise<Client> {
  const presented = readPresented(credentials)
  const client = await clients.find(presented.clientId)
  if (!client) throw refuse(presented)
  if (client.authenticationMethod === 'none') {
    if (presented.clientSecret !== undefined) throw refuse(presented)
    return client
  }
  const secretHash = findSecret(client, presented.clientSecret)
  if (!secretHash) throw refuse(presented)
  clients.noteSecretUse(secretHash)
  return client
}

function readPresented({ clientId, clientSecret, authorization }: ClientCredentials): Presented {
  if (authorization === undefined) {
    if (clientId === undefined) throw new OAuthError('invalid_client', 'client_id is missing.')
    return { clientId, clientSecret, basic: false }
  }
  if (clientSecret !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'Authenticate once: by the Authorization header or by client_secret, not both.',
    )
  }
  const basic = readBasic(authorization)
  if (!basic) throw refuse({ basic: true })
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from the one in the Authorization header.')
  }
  return { ...basic, basic: true }
}

/** HTTP Basic with both parts form-encoded first (RFC 6749 §2.3.1). */
function readBasic(header: string): { clientId: string; clientSecret: string } | undefined {
  const encoded = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  try {
    return { clientId: decodeForm(text.slice(0, colon)), clientSecret: decodeForm(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

/** The secret's hash, if it is one of the client's. All of them are compared, each in constant time. */
function findSecret({ secretHashes }: Client, secret: string | undefined): Buffer | undefined {
  const hash = sha256(secret ?? '')
  const matches = secretHashes.map((known) => timingSafeEqual(known, hash))
  return secretHashes[matches.indexOf(true)]
}

function refuse({ basic }: { readonly basic: boolean }): OAuthError {
  const headers = basic ? { 'www-authenticate': 'Basic realm="countersign", error="invalid_client"' } : {}
  return new OAuthError('invalid_client', 'The client is unknown, or its secret is wrong or missing.', { headers })
}
