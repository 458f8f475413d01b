import { timingSafeEqual } from 'node:crypto'
import type { ClientAuthenticationFailure } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { findCredentials } from '@countersign/service/http'
import { sha256 } from '@countersign/service/secrets'
import type { Parameters } from '../ground/http/parameters.ts'
import type { WithClock, WithConfig, WithSql } from '../ground/parts.ts'
import { type Client, hasSecret } from './client.ts'
import { ASSERTION_TYPE, checkClientAssertion, subjectOfAssertion } from './client-assertion.ts'
import { ClientAuthenticationError } from './client-errors.ts'
import { checkAvailable, type WithClients } from './client-registry.ts'
import type { WithClientKeys } from './find-client-keys.ts'

type ClientCredentials =
  | { readonly method: 'none'; readonly clientId: string; readonly basic?: false }
  | { readonly method: 'secret'; readonly clientId: string; readonly secret: string; readonly basic: boolean }
  | { readonly method: 'assertion'; readonly clientId: string; readonly assertion: string; readonly basic?: false }

type Caller = { readonly headers: { readonly authorization?: string | undefined }; readonly ip: string }

export type WithClientAuthentication = WithSql & WithConfig & WithClock & WithClients & WithClientKeys

/**
 * Checks the client's secret or signed assertion (RFC 6749 §2.3, RFC 7523 §2.2).
 * @throws DocumentUnavailable, `invalid_client`, and `invalid_request` for two methods at once
 */
export async function authenticateClient(
  dependencies: WithClientAuthentication,
  values: Parameters['values'],
  { headers, ip }: Caller,
): Promise<Client> {
  const credentials = readCredentials(values, headers.authorization)
  const client = await dependencies.clients.find(credentials.clientId, ip)
  if (!client) {
    checkAvailable(dependencies.clients, credentials.clientId)
    throw refuse('unknown_client', credentials, dependencies.clients.problemOf(credentials.clientId))
  }
  switch (credentials.method) {
    case 'none':
      if (client.authenticationMethod !== 'none') throw refuse('wrong_method', credentials)
      return client
    case 'secret': {
      if (!hasSecret(client)) throw refuse('wrong_method', credentials)
      const secretHash = findSecret(client, credentials.secret)
      if (!secretHash) throw refuse('wrong_secret', credentials, wrongSecretOf(client))
      dependencies.clients.noteSecretUse(secretHash)
      return client
    }
    case 'assertion':
      if (client.authenticationMethod !== 'private_key_jwt') throw refuse('wrong_method', credentials)
      await checkClientAssertion(dependencies, client, credentials.assertion)
      return client
  }
}

function readCredentials(values: Parameters['values'], authorization: string | undefined): ClientCredentials {
  const { client_id: clientId, client_secret: secret, client_assertion, client_assertion_type } = values
  const assertion = client_assertion ?? client_assertion_type
  if ([authorization, secret, assertion].filter((proof) => proof !== undefined).length > 1) {
    throw new OAuthError(
      'invalid_request',
      'Authenticate once: by the Authorization header, by client_secret or by client_assertion.',
    )
  }
  if (authorization !== undefined) return readBasic(authorization, clientId)
  if (assertion !== undefined) return readAssertion(values)
  if (clientId === undefined) throw new ClientAuthenticationError('missing_client', 'client_id is missing.')
  return secret === undefined ? { method: 'none', clientId } : { method: 'secret', clientId, secret, basic: false }
}

function readBasic(header: string, clientId: string | undefined): ClientCredentials {
  const basic = decodeBasic(header)
  if (!basic) throw refuse('malformed_proof', { basic: true })
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from the one in the Authorization header.')
  }
  return { method: 'secret', ...basic, basic: true }
}

/** The assertion names its client; a `client_id` beside it is unnecessary and must be the same (RFC 7521 §4.2). */
function readAssertion({
  client_id,
  client_assertion,
  client_assertion_type,
}: Parameters['values']): ClientCredentials {
  if (client_assertion === undefined || client_assertion_type === undefined) {
    throw new OAuthError('invalid_request', 'client_assertion and client_assertion_type must be sent together.')
  }
  const clientId = subjectOfAssertion(client_assertion)
  const named = clientId !== undefined && (client_id ?? clientId) === clientId
  if (client_assertion_type !== ASSERTION_TYPE || !named) throw refuse('malformed_proof', {})
  return { method: 'assertion', clientId, assertion: client_assertion }
}

/** The matching secret's hash. Compares all of them, each in constant time. */
export function findSecret({ secretHashes }: Client, secret: string): Buffer | undefined {
  const hash = sha256(secret)
  const matches = secretHashes.map((secretHash) => timingSafeEqual(secretHash, hash))
  return secretHashes[matches.indexOf(true)]
}

/** Client identifiers are public, and the authorization endpoint says of each whether there is such a client. */
function wrongSecretOf({ clientId }: Client): string {
  return `The client_secret of ${clientId} is wrong. If it was rotated, the app still sends the old one: give it the new one.`
}

function refuse(
  reason: ClientAuthenticationFailure,
  credentials: { readonly basic?: boolean },
  description = 'The client is unknown, or its proof of identity is wrong or missing.',
): OAuthError {
  const headers: Record<string, string> = credentials.basic
    ? { 'www-authenticate': 'Basic realm="countersign", error="invalid_client"' }
    : {}
  return new ClientAuthenticationError(reason, description, headers)
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** HTTP Basic with both parts form-encoded first (RFC 6749 §2.3.1); nothing if the header is not that. */
export function decodeBasic(header: string | undefined): { clientId: string; secret: string } | undefined {
  const encoded = findCredentials(header, 'basic')
  if (encoded === undefined || !BASE64.test(encoded)) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  try {
    return { clientId: decodeForm(text.slice(0, colon)), secret: decodeForm(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
