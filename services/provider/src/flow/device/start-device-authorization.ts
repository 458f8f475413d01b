import { randomUUID } from 'node:crypto'
import { NO_REDIRECT } from '@countersign/contracts'
import { sha256 } from '@countersign/service/secrets'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import type { Parameters } from '../../ground/http/parameters.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { checkSameKey, checkThumbprint, readScopes } from '../requests/check-authorization-request.ts'
import { findKnown, storeRequest } from '../requests/store-request.ts'
import { newDeviceCode } from './device-code.ts'
import { insertDeviceRequest, insertUserCode } from './device-request.store.ts'
import { digestUserCode, newUserCode } from './user-code.ts'

/** The default of RFC 8628 §3.5. */
export const POLL_INTERVAL_SECONDS = 5
/** Of 25.6 billion codes: collisions are rare. */
const ATTEMPTS = 3

type Asked = { readonly parameters: Parameters; readonly proofJkt: string | undefined }

/**
 * RFC 8628 §3.1. Stores the codes before the request, so that none dangles. A DPoP proof binds the device code (RFC
 * 9449 §10.1).
 * @throws OAuthError
 */
export async function startDeviceAuthorization(
  dependencies: WithSql & WithConfig & WithKeys & WithScopes,
  client: Client,
  { parameters, proofJkt }: Asked,
) {
  const { values, resources } = parameters
  const known = await findKnown(dependencies, client, parameters)
  const { issuer } = dependencies.config
  const scopes = readScopes(client, { scope: values['scope'], resources, issuer }, known)
  const dpopJkt = checkSameKey(checkThumbprint(values['dpop_jkt']), proofJkt)
  const authRequestId = randomUUID()
  const { requestLifetimeSeconds: lifetimeSeconds } = dependencies.config
  const { deviceCode, publicKey } = newDeviceCode(authRequestId)
  const userCode = await takeUserCode(dependencies, { authRequestId, lifetimeSeconds })
  const polled = { deviceCodeHash: sha256(deviceCode), publicKey, intervalSeconds: POLL_INTERVAL_SECONDS }
  await insertDeviceRequest(dependencies.sql, { authRequestId, ...polled, lifetimeSeconds })
  const request = { ...WISHES_NOTHING, scopes, dpopJkt, clientId: client.clientId }
  await storeRequest(dependencies, request, { authRequestId, lifetimeSeconds })
  return { authRequestId, deviceCode, userCode, lifetimeSeconds }
}

const WISHES_NOTHING = {
  redirectUri: NO_REDIRECT,
  state: '',
  responseMode: 'query',
  codeChallenge: undefined,
  prompt: undefined,
  nonce: undefined,
  maxAgeSeconds: undefined,
  acceptedAcr: undefined,
  requestedClaims: undefined,
  essentialClaims: undefined,
  idTokenClaims: undefined,
  loginHint: undefined,
  idTokenHint: undefined,
  sub: undefined,
} as const

async function takeUserCode(
  { sql, config }: WithSql & WithConfig,
  request: { readonly authRequestId: string; readonly lifetimeSeconds: number },
): Promise<string> {
  const [secret = ''] = config.keyEncryptionSecrets
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const userCode = newUserCode()
    if (await insertUserCode(sql, { ...request, userCodeDigest: digestUserCode(userCode, secret) })) return userCode
  }
  throw new Error('No user code is free.')
}
