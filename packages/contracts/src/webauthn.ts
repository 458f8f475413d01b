import { type Static, Type } from 'typebox'
import { Intent } from './intents.ts'
import { Base64url, Text, Uuid } from './primitives.ts'

const strict = { additionalProperties: false } as const

/** A credential id (WebAuthn Level 3 §4): 16 to 1023 bytes. */
const CredentialId = Base64url(1364, 22)

const Transports = Type.Array(Text(32), { maxItems: 8 })
const AuthenticatorAttachment = Type.Union([Type.Literal('platform'), Type.Literal('cross-platform'), Type.Null()])

/**
 * All that core may learn of a passkey's extensions: whether it can do PRF. The outputs unlock the vault, so a body that
 * carries them, or any other extension result, is refused.
 */
const ExtensionResults = Type.Object(
  { prf: Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) }, strict)) },
  strict,
)

/** `RegistrationResponseJSON` (WebAuthn Level 3 §5.1), without what core has no use for. */
export const PasskeyRegistration = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    response: Type.Object(
      {
        clientDataJSON: Base64url(4096),
        attestationObject: Base64url(16_384),
        transports: Type.Optional(Transports),
      },
      strict,
    ),
    authenticatorAttachment: Type.Optional(AuthenticatorAttachment),
    clientExtensionResults: ExtensionResults,
  },
  { ...strict, $id: 'PasskeyRegistration' },
)

/** `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1), without what core has no use for. */
export const PasskeyAssertion = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    response: Type.Object(
      {
        clientDataJSON: Base64url(4096),
        authenticatorData: Base64url(4096),
        signature: Base64url(2048),
        userHandle: Type.Optional(Base64url(86)),
      },
      strict,
    ),
    authenticatorAttachment: Type.Optional(AuthenticatorAttachment),
    clientExtensionResults: ExtensionResults,
  },
  { ...strict, $id: 'PasskeyAssertion' },
)

const CredentialDescriptor = Type.Object({
  id: CredentialId,
  type: Type.Literal('public-key'),
  transports: Type.Optional(Transports),
})

/**
 * What core asks of a new passkey (`PublicKeyCredentialCreationOptionsJSON`). The names that the authenticator shows are
 * the page's to fill in, and so is the PRF input: it is compiled in, never taken from a server.
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

/** What core asks of a passkey that signs in. No credential is named: whoever has one is found by it. */
export const PasskeyRequestOptions = Type.Object({
  challenge: Base64url(128),
  rpId: Type.String(),
  timeout: Type.Integer({ description: 'milliseconds, as WebAuthn has it' }),
  userVerification: Type.Literal('required'),
})

/** `POST /api/session/passkey/start/`. With an `intent`, and a session to finish in, it confirms just that. */
export const PasskeyStartRequest = Type.Object({ intent: Type.Optional(Intent) }, strict)
export const PasskeyStartResponse = Type.Object(
  {
    challenge_id: Uuid,
    nonce: Base64url(43, 43),
    options: Type.Omit(PasskeyRequestOptions, ['challenge'], {
      description: 'The challenge is not sent: the device makes it of the nonce and of what the gesture is for.',
    }),
  },
  { $id: 'PasskeyStartResponse' },
)

/** `POST /api/session/passkey/finish/` */
export const PasskeyFinishRequest = Type.Object({ challenge_id: Uuid, response: PasskeyAssertion }, strict)

export type PasskeyRegistration = Static<typeof PasskeyRegistration>
export type PasskeyAssertion = Static<typeof PasskeyAssertion>
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>
export type PasskeyStartRequest = Static<typeof PasskeyStartRequest>
export type PasskeyStartResponse = Static<typeof PasskeyStartResponse>
export type PasskeyFinishRequest = Static<typeof PasskeyFinishRequest>
