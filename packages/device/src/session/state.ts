import type { AuthorizationRequestDetails, Intent, VerifiableClaim } from '@countersign/contracts'
import type {
  ActivityEntry,
  ActivityEvent,
  ItemDraft,
  OpenVault,
  RecoveryKey,
  UnlockMethod,
  UnlockRecord,
  VaultMemory,
} from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import type { SignedInAnswer } from '../api/sign-in-endpoints.ts'
import type { Author } from '../clock.ts'
import type { OpenOffer } from '../credentials/receive-credential.ts'
import type { DeviceStorage, FirstUse } from '../device-storage.ts'
import { ClientError } from '../failure.ts'
import type { ReplacedRecoveryKey, SignInMethod } from '../views.ts'
import type { UnlockSecretCache } from './unlock-secret-cache.ts'

/** An open vault and its session. Only the device object holds it. */
export type OpenSession = SignedInAnswer & {
  readonly method: SignInMethod
  /** The record that the vault was opened with. */
  readonly unlockId: string
  /** All unlock records; each is listed in the vault's head. */
  readonly unlock: readonly UnlockRecord[]
  readonly vault: OpenVault
  /** Known once it was typed in this session: a step-up then asks for the password only. */
  readonly login?: string | undefined
  /** Until the owner confirms a vault that this device had nothing to compare with. */
  readonly firstUse?: FirstUse | undefined
  /** Until the owner confirms that they know of the new key. */
  readonly replacedRecoveryKey?: ReplacedRecoveryKey | undefined
  /** The remembered state that the owner knowingly gave up for the one that was served. */
  readonly inPlaceOf?: VaultMemory | undefined
  /** Its log entry, which a recovery session writes together with the recovery. */
  readonly unlogged?: ActivityEvent | undefined
  /** A newer state that this device holds until it is put back; `sealed` if another sign-in method opens it. */
  readonly held?: HeldEntries | 'sealed' | undefined
}

/** Entries and known apps of a newer state of a vault, and when that was written. */
export type HeldEntries = Pick<OpenVault, 'items' | 'rpPins'> & { readonly wroteAt: Date }

/** A sign-up or sign-in that has opened no vault. It may be under way while another session is open. */
export type Arrival =
  | { readonly at: 'start' }
  /** A sign-up by password whose answer was lost: the account may exist. */
  | { readonly at: 'lost_sign_up'; readonly login: string; readonly password: string }
  | { readonly at: 'passkey_sign_up'; readonly registrationId: string; readonly userId: string }
  /** The vault was refused as damaged; the owner may still export the readable part. */
  | {
      readonly at: 'refused'
      readonly snapshot: unknown
      readonly root: UnlockMethod
      /** Set if the vault is whole and merely does not continue the device's memory: its owner may accept it. */
      readonly older?: OlderVault | undefined
    }

/** `since`: when the sign-in began, in milliseconds. */
export type OlderVault = {
  readonly session: OpenSession & { readonly inPlaceOf: VaultMemory }
  readonly since: number
}

/** State between the two calls of a pair. Dropped on sign-out or when another user signs in. */
export type Steps = {
  gesture: { readonly purpose: Intent; readonly challengeId: string; readonly challenge: string }
  /** Core's id of the ceremony that adds a passkey. */
  passkeyRegistrationId: string
  /** The recovery key made with the account. It is in force; only this device knows it until it is confirmed. */
  firstRecoveryKey: { readonly key: RecoveryKey; readonly unlockId: string }
  /** A recovery key that is not in force yet. */
  newRecoveryKey: RecoveryKey
  /** The authorization request that was read last: the only one that can be approved. */
  request: AuthorizationRequestDetails
  /** The log entries read so far, by number, so that each can be given a receipt. */
  readEntries: ReadonlyMap<number, ActivityEntry>
  /** A code was sent: `written` is the vault's text, `value` the normalised value that is shared. */
  verification: {
    readonly itemId: string
    readonly claim: VerifiableClaim
    readonly written: string
    readonly value: string
    readonly verificationId: string
  }
  /** The offer read last; `received` once the issuer answered and the vault was not written yet. */
  offer: OpenOffer & { readonly received?: readonly ItemDraft[] }
  plannedImport: readonly ItemDraft[]
}

export type DeviceState = {
  arrival: Arrival
  session: OpenSession | undefined
  steps: { [Name in keyof Steps]?: Steps[Name] | undefined }
}

/** Context to read the open vault. */
export type Reading = { readonly api: CoreApi; readonly storage: DeviceStorage; readonly state: DeviceState }
/** Context to write it. */
export type Writing = Reading & Author
/** Context to open it or change its unlock methods. */
export type Changing = Writing & { readonly unlockSecret: UnlockSecretCache }

/** @throws ClientError `locked` when no vault is open */
export function currentSession({ state }: { readonly state: Pick<DeviceState, 'session'> }): OpenSession {
  return required(state.session)
}

/** @throws ClientError `locked` unless a sign-up or sign-in stands there */
export function arrivalAt<At extends Arrival['at']>({ arrival }: DeviceState, at: At): Extract<Arrival, { at: At }> {
  return required(isAt(arrival, at) ? arrival : undefined)
}

function isAt<At extends Arrival['at']>(arrival: Arrival, at: At): arrival is Extract<Arrival, { at: At }> {
  return arrival.at === at
}

/** @throws ClientError `locked` when the call before it is missing, as after a reload */
export function stepOf<Name extends keyof Steps>({ steps }: DeviceState, name: Name): Steps[Name] {
  return required<Steps[Name]>(steps[name])
}

/** @throws ClientError `locked` when there is no value */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ClientError({ code: 'locked' })
  return value
}
