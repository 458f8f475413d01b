import type {
  AuthorizationRequestDetails,
  Intent,
  SecurityContactChange,
  VerifiableClaim,
} from '@countersign/contracts'
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
import type { DeviceStorage, FirstUse, SeenEvents } from '../device-storage.ts'
import { ClientError } from '../failure.ts'
import type { SecurityNotices, SignInMethod } from '../views.ts'
import type { UnlockSecretCache } from './unlock-secret-cache.ts'

/** Only the device object holds it. */
export type OpenSession = SignedInAnswer & {
  readonly method: SignInMethod
  readonly unlockId: string
  /** Exactly the records that the head lists. */
  readonly unlock: readonly UnlockRecord[]
  readonly vault: OpenVault
  /** Once typed in this session: a step-up then asks for the password only. */
  readonly login?: string | undefined
  /** Typed at a passkey sign-up: greets the user whose vault has no name. */
  readonly greeting?: string | undefined
  /** Begun by the sign-up itself. */
  readonly isNew?: true
  /** Until the owner confirms a vault that this device could not compare. */
  readonly firstUse?: FirstUse | undefined
  /** Until the owner has seen it. */
  readonly isRecoveryKeyReplaced?: boolean | undefined
  readonly notices?: ReadNotices | undefined
  /** The remembered state that the owner knowingly gave up for this vault. */
  readonly inPlaceOf?: VaultMemory | undefined
  /** A log entry that a recovery session writes with the recovery. */
  readonly unlogged?: ActivityEvent | undefined
  /** A newer state to put back; `sealed` if another sign-in method opens it. */
  readonly held?: HeldEntries | 'sealed' | undefined
}

/** `seen`: as far as they were read. */
export type ReadNotices = SecurityNotices & { readonly seen: SeenEvents }

export type HeldEntries = Pick<OpenVault, 'items' | 'rpPins'> & { readonly wroteAt: Date }

/** A sign-up or sign-in that has opened no vault. Another session may be open meanwhile. */
export type Arrival =
  | { readonly at: 'start' }
  /** The answer was lost: the account may exist. */
  | { readonly at: 'lost_sign_up'; readonly login: string; readonly password: string }
  | {
      readonly at: 'passkey_sign_up'
      readonly registrationId: string
      readonly userId: string
      readonly invitation: string | undefined
    }
  /** Damaged; the owner may export the readable part. */
  | {
      readonly at: 'refused'
      readonly snapshot: unknown
      readonly root: UnlockMethod
      /** Set if the vault is whole but does not continue the device's memory: its owner may accept it. */
      readonly older?: OlderVault | undefined
    }

/** `since`: start of the sign-in, in milliseconds. */
export type OlderVault = {
  readonly session: OpenSession & { readonly inPlaceOf: VaultMemory }
  readonly since: number
}

/** State between two calls of a pair. Dropped on sign-out or when another user signs in. */
export type Steps = {
  gesture: { readonly purpose: Intent; readonly challengeId: string; readonly challenge: string }
  passkeyRegistrationId: string
  /** The key made with the account: in force, and known only to this device until confirmed. */
  firstRecoveryKey: { readonly key: RecoveryKey; readonly unlockId: string }
  newRecoveryKey: RecoveryKey
  /** Only the request read last can be approved. */
  request: AuthorizationRequestDetails
  /** By number, for receipts. */
  readEntries: ReadonlyMap<number, ActivityEntry>
  /** `written`: the vault's text; `value`: its normalised form, which is shared. */
  verification: {
    readonly itemId: string
    readonly claim: VerifiableClaim
    readonly written: string
    readonly value: string
    readonly verificationId: string
  }
  /** A code on its way to the address for mail about changes of the account. */
  securityContact: Omit<SecurityContactChange, 'code'>
  /** `token`: redeemed, once only; `received`: issued, but not yet written to the vault. */
  offer: OpenOffer & { readonly received?: readonly ItemDraft[] }
  plannedImport: readonly ItemDraft[]
}

export type DeviceState = {
  arrival: Arrival
  session: OpenSession | undefined
  steps: { [Name in keyof Steps]?: Steps[Name] | undefined }
}

export type Reading = { readonly api: CoreApi; readonly storage: DeviceStorage; readonly state: DeviceState }
export type Writing = Reading & Author
/** To open the vault or change its unlock methods. */
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
