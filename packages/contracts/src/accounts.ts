import { UNLOCK_RECORD, VAULT_ID_FORM } from '@countersign/vault/forms'
import { type Static, Type } from 'typebox'
import { Intent } from './intents.ts'
import { Base64url, Named, OneOf, Strict, Text, Timestamp, UserId, Uuid } from './primitives.ts'
import { schemaOf } from './record-schemas.ts'
import { NewVault } from './vaults.ts'

/** The login name in its canonical form, as the client made it. */
export const Login = Text(256, 1)

/** `recovery` may only read the vault and replace lost unlock methods. */
export const SessionScope = OneOf(['full', 'recovery'])

export const Session = Named('Session', {
  session_id: Uuid,
  scope: SessionScope,
  created_at: Timestamp,
  auth_time: Timestamp,
  idle_expires_at: Timestamp,
  absolute_expires_at: Timestamp,
})

/** Throttles a known device apart from strangers (OWASP device cookies). Not a cookie: the page may have another origin. */
const DeviceToken = Type.String({ pattern: '^cs_dt_[A-Za-z0-9_-]{40,200}$' })

/** The answer to a sign-up or sign-in. The token is shown once; only its hash is stored. */
export const SignedIn = Named('SignedIn', {
  session_token: Type.String(),
  session: Session,
  user_id: UserId,
  vault_id: schemaOf(VAULT_ID_FORM),
  unlock: schemaOf(UNLOCK_RECORD),
  is_bound: Type.Boolean({ description: 'Whether the session is bound to the key of its device (RFC 9449).' }),
  device_token: Type.Optional(DeviceToken),
  needs_new_password_record: Type.Optional(
    Type.Boolean({
      description:
        'The password was registered under server secrets that are being replaced. Register the same one again (`/api/account/methods/password/…`).',
    }),
  ),
})

/** Of any form: a malformed one is refused as an unknown one is. */
export const Invitation = Type.Optional(
  Type.String({
    ...Text(128, 1),
    description: 'The token of an invitation, where `SIGN_UPS` is `invited`; otherwise ignored.',
  }),
)

/** `POST /api/account/register/start/` */
export const RegisterStartRequest = Strict({
  login: Login,
  registration_request: Base64url(64, 32),
  invitation: Invitation,
})
export const RegisterStartResponse = Named('RegisterStartResponse', {
  registration_id: Uuid,
  user_id: UserId,
  registration_response: Base64url(256),
})

/** `POST /api/account/register/finish/` */
export const RegisterFinishRequest = Strict({
  registration_id: Uuid,
  registration_record: Base64url(512),
  vault: NewVault,
  invitation: Invitation,
})

/** `POST /api/session/password/start/`. With an `intent`, and a session to finish in, it confirms just that. */
export const PasswordStartRequest = Strict({
  login: Login,
  start_login_request: Base64url(256),
  device_token: Type.Optional(DeviceToken),
  intent: Type.Optional(Intent),
})
export const PasswordStartResponse = Named('PasswordStartResponse', { login_id: Uuid, login_response: Base64url(1024) })

/** `POST /api/session/password/finish/` */
export const PasswordFinishRequest = Strict({
  login_id: Uuid,
  finish_login_request: Base64url(256),
  unlock: Type.Optional(
    Type.Boolean({ description: 'Opens the vault within the session: its `auth_time` stays what it is.' }),
  ),
})

/** `POST /api/session/recovery/` */
export const RecoverySignInRequest = Strict({ rec_id: Base64url(22, 22), rec_auth: Base64url(43, 43) })

export type SessionScope = Static<typeof SessionScope>
export type Session = Static<typeof Session>
export type SignedIn = Static<typeof SignedIn>
export type RegisterStartRequest = Static<typeof RegisterStartRequest>
export type RegisterStartResponse = Static<typeof RegisterStartResponse>
export type RegisterFinishRequest = Static<typeof RegisterFinishRequest>
export type PasswordStartRequest = Static<typeof PasswordStartRequest>
export type PasswordFinishRequest = Static<typeof PasswordFinishRequest>
export type RecoverySignInRequest = Static<typeof RecoverySignInRequest>
