import { hashText, newSecret } from '../crypto.ts'
import { ClientError } from '../failure.ts'
import { fieldsOf, listOf, type Reader, readText, texts } from '../read.ts'
import { requestToken } from './access-token.ts'
import { type IssuerMetadata, type OfferedType, readIssuerMetadata } from './issuer.ts'
import { type AskingIssuers, createIssuerLine, type IssuerLine } from './issuer-line.ts'

/** This service as a public client of an issuer's authorization server. */
export type WalletClient = { readonly clientId: string; readonly redirectUri: string }

export type LeavingForIssuer = {
  /** The authorization request (RFC 6749 §4.1.1). */
  readonly address: string
  /** Kept by the tab meanwhile. The verifier in it redeems one code, and opens nothing of the vault. */
  readonly kept: string
}

/** The issuer's answer: `response` is the query of the redirect (RFC 6749 §4.1.2). */
export type BackFromIssuer = { readonly kept: string; readonly response: string }

type Asking = AskingIssuers & { readonly userId: string }

type Wanted = {
  readonly metadata: IssuerMetadata
  readonly types: readonly OfferedType[]
  readonly issuerState?: string | undefined
}

/** @throws ClientError `issuer_unsupported` where the server does not take such a client */
export function requireCodeFlow({ metadata, types }: Wanted, line: IssuerLine): void {
  const { server } = metadata
  const isNamed = types.every(({ scope }) => server.takesDetails || scope !== undefined)
  const isTold = server.namesItself || !line.hasSeveral
  if (server.authorizationEndpoint === undefined || !server.takesPublicClients || !isNamed || !isTold) {
    throw new ClientError({ code: 'issuer_unsupported' })
  }
}

/** OpenID4VCI 1.0 §5, with PKCE, and pushed where the server takes that (RFC 9126). @throws ClientError */
export async function leaveForIssuer(
  { metadata, types, issuerState }: Wanted,
  { userId, clientId, redirectUri, ...asking }: Asking & WalletClient,
): Promise<LeavingForIssuer> {
  const { issuer, server } = metadata
  const line = createIssuerLine(asking)
  const [state, verifier] = [newSecret(), newSecret()]
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await hashText(verifier),
    code_challenge_method: 'S256',
    ...namedCredentials(types, metadata),
    ...(issuerState !== undefined && { issuer_state: issuerState }),
  })
  const address = line.addressAt(server.authorizationEndpoint ?? '')
  for (const [name, value] of await pushed(request, metadata, line)) address.searchParams.set(name, value)
  const configurationIds = types.map(({ id }) => id)
  const kept = { userId, state, verifier, issuer, server: server.issuer, configurationIds, clientId, redirectUri }
  return { address: address.href, kept: JSON.stringify(kept) }
}

/** By scope, else by authorization details (§5.1.1, §5.1.2). */
function namedCredentials(
  types: readonly OfferedType[],
  { issuer, hasNamedServers }: IssuerMetadata,
): Readonly<Record<string, string>> {
  const scopes = types.flatMap(({ scope }) => scope ?? [])
  const locations = hasNamedServers ? { locations: [issuer] } : {}
  const details = types
    .filter(({ scope }) => scope === undefined)
    .map(({ id }) => Object.assign({ type: 'openid_credential', credential_configuration_id: id }, locations))
  return {
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(scopes.length > 0 && hasNamedServers && { resource: issuer }),
    ...(details.length > 0 && { authorization_details: JSON.stringify(details) }),
  }
}

async function pushed(
  request: URLSearchParams,
  { server }: IssuerMetadata,
  { post }: IssuerLine,
): Promise<URLSearchParams> {
  if (server.pushEndpoint === undefined) return request
  const { request_uri: uri } = await post(server.pushEndpoint, { body: request })
  if (typeof uri !== 'string') throw new ClientError({ code: 'issuer_refused' })
  return new URLSearchParams({ client_id: request.get('client_id') ?? '', request_uri: uri })
}

const readKept = fieldsOf({
  ...texts('userId', 'state', 'verifier', 'issuer', 'server', 'clientId', 'redirectUri'),
  configurationIds: listOf(readText),
})

/** @throws ClientError `issuance_mismatch` for an answer to another request, of another server or for another user */
export async function returnFromIssuer({ kept, response }: BackFromIssuer, { userId, ...asking }: Asking) {
  const line = createIssuerLine(asking)
  const begun = orMismatch(readKept, kept)
  const answer = new URLSearchParams(response)
  if (answer.get('state') !== begun.state || userId !== begun.userId) throw mismatch()
  const metadata = await readIssuerMetadata(begun.issuer, line, begun.server)
  requireSameServer(answer.get('iss'), metadata, line)
  if (answer.get('error') === 'access_denied') throw new ClientError({ code: 'issuance_declined' })
  const code = answer.get('code')
  if (code === null) throw new ClientError({ code: 'issuer_refused' })
  const token = await requestToken(metadata.server.tokenEndpoint, tokenForm(code, begun), line)
  const { issuer, configurationIds } = begun
  return { offer: { issuer, configurationIds }, metadata, token }
}

/** RFC 9207 §2.4. With several servers, one that does not name itself could answer for another (RFC 9700 §4.4). */
function requireSameServer(iss: string | null, { server }: IssuerMetadata, { hasSeveral }: IssuerLine): void {
  const isRequired = server.namesItself || hasSeveral
  if (iss === null ? isRequired : iss !== server.issuer) throw mismatch()
}

function tokenForm(code: string, { verifier, clientId, redirectUri }: ReturnType<typeof readKept>): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  })
}

function orMismatch<Value>(read: Reader<Value>, text: string): Value {
  try {
    return read(JSON.parse(text))
  } catch {
    throw mismatch()
  }
}

function mismatch(): ClientError {
  return new ClientError({ code: 'issuance_mismatch' })
}
