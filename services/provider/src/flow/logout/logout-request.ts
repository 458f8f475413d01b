import type { LogoutRequestQuery, LogoutRequest as ShownLogout } from '@countersign/contracts'
import { OAuthError, ServiceError } from '@countersign/service/errors'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Client } from '../../clients/client.ts'
import { logoUrl } from '../../clients/client-logo.ts'
import { readClient, type WithClients } from '../../clients/client-registry.ts'
import { translatedNames } from '../../clients/client-texts.ts'
import { isRegisteredRedirectUri } from '../../clients/redirect-uri.ts'
import { type Parameters, readOnce } from '../../ground/http/parameters.ts'
import { openText, sealText } from '../../ground/keys/sealed-text.ts'
import type { WithClock, WithConfig, WithKeys, WithSigning } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { echoableState } from '../requests/check-authorization-request.ts'
import { redirectUrl } from '../requests/destination.ts'
import { isOfRetiredKey, readIdTokenHint, readIdTokenHintOfAny } from '../requests/read-id-token-hint.ts'

const LABEL = 'countersign/v1/logout-request'
/** Time for the user to decide. */
const LIFETIME_SECONDS = 3_600

const Requested = Type.Object({
  clientId: Type.Optional(Type.String()),
  /** Registered for the client. */
  redirectUri: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  /** The hinted user, by the client's name for them. */
  subject: Type.Optional(Type.String()),
})

/** An app's request to sign a user out, which the user must confirm. */
type LogoutRequest = Static<typeof Requested>

const sealedShape = Compile(Type.Object({ ...Requested.properties, expiresAt: Type.Number() }))

/**
 * OpenID Connect RP-Initiated Logout §2. One wrong parameter refuses all: an unknown address is no redirect target.
 * @throws OAuthError
 */
export async function readLogoutParameters(
  dependencies: WithConfig & WithKeys & WithClients,
  parameters: Parameters,
  address: string,
): Promise<LogoutRequest> {
  const values = readOnce(parameters)
  const { id_token_hint: hint, client_id: named, post_logout_redirect_uri: redirectUri } = values
  const state = echoableState(parameters)
  if (state !== (values['state'] ?? ''))
    throw new OAuthError('invalid_request', 'state must be short, and printable ASCII.')
  const hinted = await readHint(dependencies, hint, named)
  const clientId = hinted?.clientId ?? named
  if (clientId === undefined) {
    if (redirectUri === undefined) return {}
    throw new OAuthError('invalid_request', 'post_logout_redirect_uri needs an id_token_hint or a client_id beside it.')
  }
  const client = await readClient(dependencies, clientId, address)
  if (redirectUri !== undefined) requireRegistered(client, redirectUri)
  return {
    clientId,
    ...(hinted && { subject: hinted.subject }),
    ...(redirectUri !== undefined && { redirectUri }),
    ...(redirectUri !== undefined && state !== '' && { state }),
  }
}

async function readHint(dependencies: WithConfig & WithKeys, hint: string | undefined, clientId: string | undefined) {
  if (hint === undefined) return undefined
  if (clientId === undefined) return readIdTokenHintOfAny(dependencies, hint)
  // Apps keep id_tokens longer than we publish the key. The page asks the user anyway.
  if (await isOfRetiredKey(dependencies, hint)) return undefined
  return { clientId, subject: await readIdTokenHint(dependencies, hint, clientId) }
}

/** Compared as text (§3.1), except for the port of a loopback address, as a redirect URI. */
function isRegistered(client: Client, given: string): boolean {
  return isRegisteredRedirectUri(client, { registered: client.postLogoutRedirectUris, given })
}

function requireRegistered(client: Client, redirectUri: string): void {
  if (isRegistered(client, redirectUri)) return
  throw new OAuthError(
    'redirect_uri_mismatch',
    'The post_logout_redirect_uri is not registered for this client; it must match exactly.',
  )
}

/** The page that asks the user. The request is in the fragment, which reaches no server. */
export function logoutPageAddress({ config, now }: WithConfig & WithClock, request: LogoutRequest): string {
  const expiresAt = now().getTime() + LIFETIME_SECONDS * 1000
  const sealed = sealText(JSON.stringify({ ...request, expiresAt }), {
    secrets: config.keyEncryptionSecrets,
    label: LABEL,
  })
  return `${config.webUrl}/logout#${sealed.toString('base64url')}`
}

/** Opens a sealed request; undefined if expired. */
function openLogoutRequest({ config, now }: WithConfig & WithClock, text: string): LogoutRequest | undefined {
  const opened = openText(Buffer.from(text, 'base64url'), { secrets: config.keyEncryptionSecrets, label: LABEL })
  if (opened === undefined) return undefined
  const request: unknown = JSON.parse(opened)
  if (!sealedShape.Check(request) || request.expiresAt <= now().getTime()) return undefined
  return request
}

function returnAddress(client: Client, { redirectUri, state = '' }: LogoutRequest): string | undefined {
  if (redirectUri === undefined || !isRegistered(client, redirectUri)) return undefined
  return redirectUrl(redirectUri, { state })
}

/**
 * Only the user's own session learns whether they are meant: else an app could test whose an identifier is.
 * @throws `request_expired`
 */
export async function showLogoutRequest(
  dependencies: WithSigning & WithClients,
  { logout_request: text, user_id: userId }: LogoutRequestQuery,
): Promise<ShownLogout> {
  const { clients, config, keys } = dependencies
  const request = openLogoutRequest(dependencies, text)
  if (!request)
    throw new ServiceError('request_expired', 'There is no such request to sign out. Start again from the app.')
  const client = request.clientId === undefined ? undefined : await clients.find(request.clientId)
  if (!client) return {}
  const returnTo = returnAddress(client, request)
  const isOther =
    userId !== undefined &&
    request.subject !== undefined &&
    (await prepareSubjects(keys, client))(userId) !== request.subject
  return {
    client: { name: client.name, ...translatedNames(client), logo: logoUrl(config.issuer, client.clientId) },
    ...(returnTo !== undefined && { return_to: returnTo }),
    ...(isOther && { means_other: true }),
  }
}
