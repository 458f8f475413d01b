import { type Static, Type } from 'typebox'
import { Intent } from './intents.ts'
import { Base64url, Named, NamedStrict, Strict, Text, Uuid } from './primitives.ts'

/** A credential id (WebAuthn Level 3 §4): 16 to 1023 bytes. */
const CredentialId = Base64url(1364, 22)

const Transports = Type.Array(Text(32), { maxItems: 8 })
const AuthenticatorAttachment = Type.Union([Type.Literal('platform'), Type.Literal('cross-platform'), Type.Null()])

/**
 * Core may only learn whether a passkey supports PRF. The outputs unlock the vault, so a body with them or any other
 * extension result is refused.
 */
const ExtensionResults = Strict({ prf: Type.Optional(Strict({ enabled: Type.Optional(Type.Boolean()) })) })

/** `RegistrationResponseJSON` (WebAuthn Level 3 §5.1), without members that core does not use. */
export const PasskeyRegistration = NamedStrict('PasskeyRegistration', {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Strict({
    clientDataJSON: Base64url(4096),
    attestationObject: Base64url(16_384),
    transports: Type.Optional(Transports),
  }),
  authenticatorAttachment: Type.Optional(AuthenticatorAttachment),
  clientExtensionResults: ExtensionResults,
})

/** `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1), without members that core does not use. */
export const PasskeyAssertion = NamedStrict('PasskeyAssertion', {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Strict({
    clientDataJSON: Base64url(4096),
    authenticatorData: Base64url(4096),
    signature: Base64url(2048),
    userHandle: Type.Optional(Base64url(86)),
  }),
  authenticatorAttachment: Type.Optional(AuthenticatorAttachment),
  clientExtensionResults: ExtensionResults,
})

const CredentialDescriptor = Type.Object({
  id: CredentialId,
  type: Type.Literal('public-key'),
  transports: Type.Optional(Transports),
})

/**
 * Core's `PublicKeyCredentialCreationOptionsJSON`. The page fills in the displayed names and the PRF input, which is compiled
 * in and never comes from a server.
 */
export const PasskeyCreationOptions = Type.Object({
  challenge: Base64url(128),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Base64url(86), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Integer({ description: 'milliseconds, as WebAuthn has it' }),
  excludeCredentials: Type.Array(CredentialDescriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})

/** Core's request for a passkey sign-in. It names no credential: the passkey identifies the user. */
export const PasskeyRequestOptions = Type.Object({
  challenge: Base64url(128),
  rpId: Type.String(),
  timeout: Type.Integer({ description: 'milliseconds, as WebAuthn has it' }),
  userVerification: Type.Literal('required'),
})

/** `POST /api/session/passkey/start/`. With an `intent`, and a session to finish in, it confirms just that. */
export const PasskeyStartRequest = Strict({ intent: Type.Optional(Intent) })
export const PasskeyStartResponse = Named('PasskeyStartResponse', {
  challenge_id: Uuid,
  nonce: Base64url(43, 43),
  options: Type.Omit(PasskeyRequestOptions, ['challenge'], {
    description: 'The challenge is not sent: the device makes it of the nonce and of what the gesture is for.',
  }),
})

/** `POST /api/session/passkey/finish/` */
export const PasskeyFinishRequest = Strict({ challenge_id: Uuid, response: PasskeyAssertion })

export type PasskeyRegistration = Static<typeof PasskeyRegistration>
export type PasskeyAssertion = Static<typeof PasskeyAssertion>
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>
export type PasskeyStartRequest = Static<typeof PasskeyStartRequest>
export type PasskeyStartResponse = Static<typeof PasskeyStartResponse>
export type PasskeyFinishRequest = Static<typeof PasskeyFinishRequest>
