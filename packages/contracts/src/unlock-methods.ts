import { LIMITS, UNLOCK_RECORD, VAULT_COMMIT, VAULT_ROTATION } from '@countersign/vault/forms'
import { type Static, Type } from 'typebox'
import { Invitation, Login, SignedIn } from './accounts.ts'
import { Base64url, Named, NamedStrict, OneOf, OrNull, Strict, Timestamp, UserId, Uuid } from './primitives.ts'
import { listSchemaOf, propertiesOf, schemaOf } from './record-schemas.ts'
import { NewRecoveryKey, NewVault, StagedItems } from './vaults.ts'
import { PasskeyCreationOptions, PasskeyRegistration } from './webauthn.ts'

/** `POST /api/account/register/passkey/start/`: no name is needed. */
export const PasskeyRegisterStartRequest = Strict({ invitation: Invitation })
export const PasskeyRegisterStartResponse = Named('PasskeyRegisterStartResponse', {
  registration_id: Uuid,
  user_id: UserId,
  options: PasskeyCreationOptions,
})

/** `POST /api/account/register/passkey/finish/` */
export const PasskeyRegisterFinishRequest = Strict({
  registration_id: Uuid,
  response: PasskeyRegistration,
  vault: NewVault,
  invitation: Invitation,
})

/** An unlock method as its owner sees it. Only the vault knows its label. */
export const UnlockMethodSummary = Type.Object({
  unlock_id: Uuid,
  type: OneOf(['password', 'passkey', 'recovery']),
  created_at: Timestamp,
  last_used_at: OrNull(Timestamp, { description: 'Exact to about a minute.' }),
  credential_id: Type.Optional(Type.String({ description: 'Of a passkey.' })),
  is_backed_up: Type.Optional(
    Type.Boolean({ description: 'Of a passkey: whether it is synchronised between devices.' }),
  ),
})

/** `GET /api/account/methods/` */
export const UnlockMethodList = Named('UnlockMethodList', { methods: Type.Array(UnlockMethodSummary) })

/** `POST /api/account/methods/password/start/`. Without `login` the name stays; whether it is free shows later. */
export const PasswordMethodStartRequest = Strict({
  login: Type.Optional(Login),
  registration_request: Base64url(64, 32),
})
export const PasswordMethodStartResponse = Named('PasswordMethodStartResponse', {
  registration_id: Uuid,
  registration_response: Base64url(256),
})

/** `POST /api/account/methods/passkey/start/` takes `{}`. */
export const PasskeyMethodStartResponse = Named('PasskeyMethodStartResponse', {
  registration_id: Uuid,
  options: PasskeyCreationOptions,
})

/** Without its `$id`: a validator takes a named schema only once in each body. */
const NewUnlockRecord = Strict(propertiesOf(UNLOCK_RECORD))

const NewPasswordMethod = Strict({
  type: Type.Literal('password'),
  registration_id: Uuid,
  registration_record: Base64url(512),
  unlock: NewUnlockRecord,
})

const NewPasskeyMethod = Strict({
  type: Type.Literal('passkey'),
  registration_id: Uuid,
  response: PasskeyRegistration,
  unlock: NewUnlockRecord,
})

/** A method to add. A password takes the place of the one there was. */
export const NewMethod = Type.Union([NewPasswordMethod, NewPasskeyMethod])

/** A recovery key to take the place of the old one, with the record that it opens. */
const RecoveryReplacement = Strict({ ...NewRecoveryKey.properties, unlock: NewUnlockRecord })

/**
 * `POST /api/account/methods/changes/`, with `If-Match`: any change of the unlock methods, as one commit of the vault.
 * A session from a recovery key must add a method and replace the recovery key in the same change.
 */
export const MethodChangeRequest = NamedStrict('MethodChangeRequest', {
  add: Type.Optional(NewMethod),
  recovery: Type.Optional(RecoveryReplacement),
  remove: Type.Array(Uuid, { maxItems: LIMITS.unlockMethods, description: 'Unlock records that end.' }),
  commit: schemaOf(VAULT_COMMIT),
})

/** The session continues under a new token; all others have ended. */
export const MethodsChanged = Named('MethodsChanged', {
  gen: Type.Integer(),
  methods: Type.Array(UnlockMethodSummary),
  signed_in: SignedIn,
})

/**
 * `POST /api/vault/rotate/`, with `If-Match`: a new account key. Every item is encrypted anew, and only the methods whose
 * records are here go on. With a `password`, that takes the place of the one there was: its record is among `unlock`.
 */
export const VaultRotationRequest = NamedStrict('VaultRotationRequest', {
  ...propertiesOf(VAULT_ROTATION),
  unlock: listSchemaOf(UNLOCK_RECORD, { minItems: 2, maxItems: LIMITS.unlockMethods }),
  recovery: NewRecoveryKey,
  staged: Type.Optional(StagedItems),
  password: Type.Optional(Strict({ registration_id: Uuid, registration_record: Base64url(512) })),
})

export type PasskeyRegisterStartRequest = Static<typeof PasskeyRegisterStartRequest>
export type PasskeyRegisterStartResponse = Static<typeof PasskeyRegisterStartResponse>
export type PasskeyRegisterFinishRequest = Static<typeof PasskeyRegisterFinishRequest>
export type UnlockMethodSummary = Static<typeof UnlockMethodSummary>
export type PasswordMethodStartRequest = Static<typeof PasswordMethodStartRequest>
export type PasswordMethodStartResponse = Static<typeof PasswordMethodStartResponse>
export type PasskeyMethodStartResponse = Static<typeof PasskeyMethodStartResponse>
export type NewMethod = Static<typeof NewMethod>
export type MethodChangeRequest = Static<typeof MethodChangeRequest>
export type MethodsChanged = Static<typeof MethodsChanged>
export type VaultRotationRequest = Static<typeof VaultRotationRequest>
