import { Type } from 'typebox'
import { Base64url, Named, Strict } from './primitives.ts'

/** Names one value of `OPAQUE_SERVER_SETUP`. */
const SetupId = Base64url(64)
const CredentialIdentifier = Base64url(64)

/** `POST /internal/oprf/registrations` */
export const OprfRegistrationRequest = Strict({
  credential_identifier: CredentialIdentifier,
  registration_request: Base64url(64),
})
export const OprfRegistrationResponse = Named('OprfRegistrationResponse', {
  registration_response: Base64url(256),
  setup_id: SetupId,
})

/** `POST /internal/oprf/logins` */
export const OprfLoginRequest = Strict({
  credential_identifier: CredentialIdentifier,
  registration_record: Base64url(512),
  setup_id: Type.Optional(SetupId),
  start_login_request: Base64url(256),
})
export const OprfLoginResponse = Named('OprfLoginResponse', {
  login_response: Base64url(1024),
  login_state: Base64url(1024),
  newest_setup_id: SetupId,
})

/** `GET /internal/oprf/setups`: the newest first. */
export const OprfSetups = Named('OprfSetups', { setup_ids: Type.Array(SetupId) })
