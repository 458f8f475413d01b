import { Type } from 'typebox'
import { Base64url } from './primitives.ts'

const strict = { additionalProperties: false } as const

/** Names one value of `OPAQUE_SERVER_SETUP`; empty for a record that is older than such names. */
const SetupId = Base64url(64, 0)
const CredentialIdentifier = Base64url(64)

/** `POST /internal/oprf/registrations` */
export const OprfRegistrationRequest = Type.Object(
  { credential_identifier: CredentialIdentifier, registration_request: Base64url(64) },
  strict,
)
export const OprfRegistrationResponse = Type.Object(
  { registration_response: Base64url(256), setup_id: SetupId },
  { $id: 'OprfRegistrationResponse' },
)

/** `POST /internal/oprf/logins` */
export const OprfLoginRequest = Type.Object(
  {
    credential_identifier: CredentialIdentifier,
    registration_record: Base64url(512),
    setup_id: Type.Optional(SetupId),
    start_login_request: Base64url(256),
  },
  strict,
)
export const OprfLoginResponse = Type.Object(
  { login_response: Base64url(1024), login_state: Base64url(1024), newest_setup_id: SetupId },
  { $id: 'OprfLoginResponse' },
)

/** `GET /internal/oprf/setups`: the newest first. */
export const OprfSetups = Type.Object({ setup_ids: Type.Array(SetupId) }, { $id: 'OprfSetups' })
