import { type Static, Type } from 'typebox'
import { AuthorizationRequestPreview } from './authorization-request.ts'
import { EXAMPLE } from './examples.ts'
import { TokenRequest } from './oauth.ts'
import { Named, OptionalText, Strict, Text, Timestamp, Uuid } from './primitives.ts'

/** RFC 8628 §3.4. */
export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** For an answer that a device fetches itself (RFC 8628). No browser goes there, and no client can register it. */
export const NO_REDIRECT = 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628 §3.1. For documentation: it validates nothing. */
export const DeviceAuthorizationRequest = Type.Object(
  {
    ...Type.Pick(TokenRequest, ['client_id', 'client_secret', 'client_assertion_type', 'client_assertion']).properties,
    scope: OptionalText('Required, unless the client has default scopes.'),
    dpop_jkt: OptionalText('The thumbprint of the key that the device code is bound to.'),
  },
  { examples: [{ client_id: EXAMPLE.client_id, client_secret: EXAMPLE.client_secret, scope: EXAMPLE.scope }] },
)

/** RFC 8628 §3.2. */
export const DeviceAuthorizationResponse = Type.Object(
  {
    device_code: Type.String(),
    user_code: Type.String({ description: 'The code that the person types: eight letters, shown in two groups.' }),
    verification_uri: Type.String(),
    verification_uri_complete: Type.String({ description: 'The same with the code in it, to be shown as a QR code.' }),
    expires_in: Type.Integer({ description: 'seconds' }),
    interval: Type.Integer({ description: 'seconds between two polls' }),
  },
  {
    $id: 'DeviceAuthorizationResponse',
    examples: [
      {
        device_code: EXAMPLE.device_code,
        user_code: 'WDJB-MJHT',
        verification_uri: 'https://id.example/device',
        verification_uri_complete: 'https://id.example/device?user_code=WDJB-MJHT',
        expires_in: 600,
        interval: 5,
      },
    ],
  },
)

/** A user code as typed. In a body, because proxies log addresses. */
export const UserCodeEntry = Strict({ user_code: Text(64, 1) }, { examples: [{ user_code: 'wdjb mjht' }] })

/** The request of a user code, and its client. Reading it neither approves nor claims the request. */
export const DeviceRequest = Named('DeviceRequest', {
  auth_request_id: Uuid,
  requested_at: Timestamp,
  ...Type.Pick(AuthorizationRequestPreview, ['status', 'expires_at', 'client']).properties,
})

export type DeviceAuthorizationResponse = Static<typeof DeviceAuthorizationResponse>
export type UserCodeEntry = Static<typeof UserCodeEntry>
export type DeviceRequest = Static<typeof DeviceRequest>
