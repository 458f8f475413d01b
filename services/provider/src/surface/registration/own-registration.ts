import {
  CLIENT_ATTRIBUTE_ROWS,
  type ClientAttribute,
  type ClientInformation,
  type ClientMetadata,
} from '@countersign/contracts'
import { findCredentials } from '@countersign/service/http'
import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { newSecret, sha256 } from '@countersign/service/secrets'
import { findSecret } from '../../clients/authenticate-client.ts'
import { checkClient } from '../../clients/check-client.ts'
import { checkUnvouchedNames } from '../../clients/check-text.ts'
import { findClient } from '../../clients/client.store.ts'
import type { Client, ClientRegistration } from '../../clients/client.ts'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { fetchLogo, logoUrl } from '../../clients/client-logo.ts'
import { allNames, writeTaggedTexts } from '../../clients/client-texts.ts'
import { claimsNoticeOf } from '../../clients/describe-client.ts'
import { readMetadata } from '../../clients/read-metadata.ts'
import { registerClient } from '../../clients/register-client.ts'
import { updateClient } from '../../clients/update-client.ts'
import { deleteClient } from '../../flow/grants/end-in-steps.store.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import {
  consumeInitialAccessToken,
  isInitialAccessToken,
  isRegistrationAccessToken,
  setRegistrationAccessToken,
} from './registration-token.store.ts'
import { readBearer, refuseBearer } from './registration-token.ts'

/**
 * Checks the token first: a stranger makes us fetch nothing; spends it last: a mistake costs no use.
 * @throws OAuthError and ClientRegistrationError
 */
export async function registerDynamically(
  dependencies: ProviderDependencies,
  metadata: ClientMetadata,
  authorization: string | undefined,
): Promise<ClientInformation> {
  const { sql, scopes, config, outbound } = dependencies
  const tokenHash = await readInitialAccessToken(dependencies, authorization)
  const known = await scopes.all()
  const { registration, notices } = readMetadata(metadata, known)
  // Before anything is fetched for it.
  checkUnvouchedNames(allNames(registration), config.brand)
  checkClient(registration, known)
  const documents = await fetchDocuments(metadata, registration, outbound)
  const registrationAccessToken = newSecret('cs_ra_')
  const { clientId, clientSecret } = await sql.transaction(async (transaction) => {
    if (tokenHash && !(await consumeInitialAccessToken(transaction, tokenHash))) throw refuseBearer()
    const registered = await registerClient(transaction, { ...registration, ...documents.logo })
    await setRegistrationAccessToken(transaction, registered.clientId, sha256(registrationAccessToken))
    return registered
  })
  const client = await findClient(sql, clientId)
  if (!client) throw new Error('A client that was just registered is gone.')
  const credentials = { issuer: config.issuer, registrationAccessToken, clientSecret }
  return describeInformation(client, credentials, [...notices, ...documents.notices])
}

/** Hash of the initial access token; undefined if none is required and none was sent. */
async function readInitialAccessToken({ sql, config }: ProviderDependencies, authorization: string | undefined) {
  if (config.dynamicRegistration === 'open' && !findCredentials(authorization, 'bearer')) return undefined
  const tokenHash = sha256(readBearer(authorization, 'cs_ia_'))
  if (await isInitialAccessToken(sql, tokenHash)) return tokenHash
  throw refuseBearer()
}

export type RegistrationRequest = { readonly clientId: string; readonly authorization: string | undefined }

/** @throws OAuthError */
export async function readRegistration(
  dependencies: ProviderDependencies,
  request: RegistrationRequest,
): Promise<ClientInformation> {
  const { client, registrationAccessToken } = await authenticateRegistration(dependencies, request)
  return describeInformation(client, { issuer: dependencies.config.issuer, registrationAccessToken })
}

/** @throws OAuthError and ClientRegistrationError */
export async function replaceRegistration(
  dependencies: ProviderDependencies,
  { client, registrationAccessToken }: OwnRegistration,
  metadata: ClientMetadata,
): Promise<ClientInformation> {
  const { sql, config, clients, scopes, outbound } = dependencies
  checkIdentity(client, metadata)
  const { registration, notices } = readMetadata(metadata, await scopes.all(), client)
  checkUnvouchedNames(allNames(registration), config.brand)
  const { logo_uri: logoUri, ...withoutLogo } = metadata
  // An app that sends back what it was answered keeps its logo.
  const fetched = logoUri === logoUrl(config.issuer, client.clientId) ? withoutLogo : metadata
  const documents = await fetchDocuments(fetched, registration, outbound)
  const updated = await updateClient(sql, client.clientId, { ...registration, ...documents.logo })
  clients.forget(client.clientId)
  const changed = await findClient(sql, client.clientId)
  if (!updated || !changed) throw refuseBearer()
  const { clientSecret } = updated
  const credentials = { issuer: config.issuer, registrationAccessToken, clientSecret }
  return describeInformation(changed, credentials, [...notices, ...documents.notices])
}

/**
 * Ends everything that was issued to it (RFC 7592 §2.3).
 * @throws OAuthError
 */
export async function removeRegistration(
  dependencies: ProviderDependencies,
  request: RegistrationRequest,
  onRemoved: () => void,
): Promise<void> {
  const { client } = await authenticateRegistration(dependencies, request)
  await deleteClient(dependencies.sql, client.clientId, onRemoved)
  dependencies.clients.forget(client.clientId)
}

type OwnRegistration = { readonly client: Client; readonly registrationAccessToken: string }

/**
 * An absent client is refused alike: its token has ended with it (RFC 7592 §2.1).
 * @throws OAuthError
 */
export async function authenticateRegistration({ sql }: ProviderDependencies, request: RegistrationRequest) {
  const registrationAccessToken = readBearer(request.authorization, 'cs_ra_')
  const isOwn = await isRegistrationAccessToken(sql, request.clientId, sha256(registrationAccessToken))
  const client = isOwn ? await findClient(sql, request.clientId) : undefined
  if (!client) throw refuseBearer()
  return { client, registrationAccessToken }
}

/** An update must name the client, and can change neither its identifier nor its secret (RFC 7592 §2.2). */
function checkIdentity(client: Client, { client_id: clientId, client_secret: clientSecret }: ClientMetadata): void {
  if (clientId !== client.clientId) throw new ClientRegistrationError('client_id must be the one of this registration.')
  if (clientSecret === undefined || findSecret(client, clientSecret)) return
  throw new ClientRegistrationError('client_secret must be the current one, or left out.')
}

const SECTOR_LIMITS = { maximumBytes: 65_536, timeoutMs: 5_000 }

/**
 * An unavailable logo is left out; an unavailable sector is refused, since pairwise subjects depend on it (OpenID
 * Connect Registration §5).
 * @throws ClientRegistrationError
 */
async function fetchDocuments(
  { logo_uri: logoUri, sector_identifier_uri: sectorUri }: ClientMetadata,
  { redirectUris = [] }: ClientRegistration,
  policy: OutboundPolicy,
): Promise<{ readonly logo?: { readonly logo: Buffer }; readonly notices: readonly string[] }> {
  if (sectorUri !== undefined) await checkSector(sectorUri, redirectUris, policy)
  if (logoUri === undefined) return { notices: [] }
  try {
    return { logo: { logo: await fetchLogo(logoUri, policy) }, notices: [] }
  } catch (error) {
    if (error instanceof ClientRegistrationError) return { notices: [`The logo was left out. ${error.message}`] }
    throw error
  }
}

async function checkSector(uri: string, redirectUris: readonly string[], policy: OutboundPolicy): Promise<void> {
  const listed = await fetchSector(uri, policy)
  if (Array.isArray(listed) && redirectUris.every((redirectUri) => listed.includes(redirectUri))) return
  throw refuse('does not list every redirect URI of this registration')
}

async function fetchSector(uri: string, policy: OutboundPolicy): Promise<unknown> {
  try {
    return JSON.parse((await fetchBytes(uri, SECTOR_LIMITS, policy)).toString('utf8'))
  } catch (error) {
    if (error instanceof OutboundFetchError) throw refuse(error.message)
    if (error instanceof SyntaxError) throw refuse('holds no JSON')
    throw error
  }
}

function refuse(problem: string): ClientRegistrationError {
  return new ClientRegistrationError(`The sector_identifier_uri ${problem}.`)
}

type Credentials = {
  readonly issuer: string
  readonly registrationAccessToken: string
  readonly clientSecret?: string | undefined
}

/** A registration as it stands (RFC 7591 §3.2.1), without the attributes that a client cannot set. */
function describeInformation(
  client: Client,
  credentials: Credentials,
  notices: readonly string[] = [],
): ClientInformation {
  const { issuer, registrationAccessToken, clientSecret } = credentials
  const rows = CLIENT_ATTRIBUTE_ROWS.filter(([name, row]) => row.metadata && !isOmitted(client[name], row))
  const values: [string, unknown][] = rows.map(([name, { wire }]) => [wire, client[name]])
  const attributes = Object.fromEntries(values) as ClientInformation
  return {
    ...attributes,
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    ...(clientSecret !== undefined && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    registration_access_token: registrationAccessToken,
    registration_client_uri: `${issuer}/oauth/register/${encodeURIComponent(client.clientId)}`,
    client_name: client.name,
    ...writeTaggedTexts(client.texts),
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: client.scopes.map(({ name }) => name).join(' '),
    ...claimsNoticeOf(client),
    ...(notices.length > 0 && { notices: [...notices] }),
    logo_uri: logoUrl(issuer, client.clientId),
  }
}

function isOmitted(value: unknown, row: ClientAttribute): boolean {
  return value === undefined || (row.isOmittedEmpty === true && JSON.stringify(value) === JSON.stringify(row.default))
}
