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
import type { CoreApi } from './api/core-api.ts'
import type { Fetch } from './api/http.ts'
import type { OpenOffer } from './credentials/receive-credential.ts'
import type { CallInput, CallName, CallOutput } from './device-calls.ts'
import type { DeviceStorage } from './device-storage.ts'
import { ClientError } from './failure.ts'
import type { LoadOpaque } from './password/load-opaque.ts'
import type { KeptSessions } from './session/kept-sessions.ts'
import type { Clock, UnlockSecretCache } from './session/unlock-secret-cache.ts'
import type { FirstUse, ReplacedRecoveryKey, SignInMethod } from './views.ts'

/** A person who is signed in, with their vault open. Lives as long as the device object, and nowhere else. */
export type OpenSession = {
  readonly token: string
  /** ISO 8601: when it began, if it is bound to the key of this device. Only then its token may outlive the page. */
  readonly boundSince: string | undefined
  readonly userId: string
  readonly method: SignInMethod
  /** The record that the vault was opened with. */
  readonly unlockId: string
  /** All unlock records; each is listed in the vault's head. */
  readonly unlock: readonly UnlockRecord[]
  readonly vault: OpenVault
  /** Until its owner confirmed what this device could not compare with anything. */
  readonly firstUse?: FirstUse | undefined
  /** Until its owner confirmed that they know of it. */
  readonly replacedRecoveryKey?: ReplacedRecoveryKey | undefined
  /** What this device knew of the vault, and its owner gave up knowingly for what was served. */
  readonly inPlaceOf?: VaultMemory | undefined
  /** What the log does not say yet: a session from a recovery key writes it with the change that it is for. */
  readonly unlogged?: ActivityEvent | undefined
  /** What this device still holds of a newer state, until it is put back; `sealed` if another way to sign in opens it. */
  readonly held?: HeldEntries | 'sealed' | undefined
  /** Known once it was typed in this session: a step-up then asks for the password only. */
  readonly login?: string | undefined
  readonly deviceToken?: string | undefined
  /** The password was registered under server secrets that are being replaced: its owner confirms it anew. */
  readonly needsNewPasswordRecord?: boolean | undefined
}

/** A gesture that was asked for, to be made with a passkey. */
export type PendingGesture = {
  readonly purpose: Intent
  readonly challengeId: string
  readonly challenge: string
}

/** A code that was sent: to what, and for which entry. */
export type PendingVerification = {
  readonly itemId: string
  readonly claim: VerifiableClaim
  /** As the vault had it. */
  readonly written: string
  /** In the form in which it leaves. */
  readonly value: string
  readonly verificationId: string
}

/** A sign-up by password that may have made its account although the answer was lost. */
export type LostSignUp = { readonly login: string; readonly password: string }

/** A sign-up by passkey that core and the authenticator were asked for. */
export type StartedPasskeySignUp = { readonly registrationId: string; readonly userId: string }

/** The recovery key that was made with the account, and is in force: this device alone knows it until it is confirmed. */
export type FirstRecoveryKey = { readonly key: RecoveryKey; readonly unlockId: string }

/** What a device works with, and all of its state. */
export type DeviceContext = {
  readonly api: CoreApi
  /** The name of this device, for its owner. */
  readonly name: string
  readonly clock: Clock
  readonly fetch: Fetch
  /** The issuer identifier of the provider. */
  readonly issuer: string
  /** The origins of the issuers of credentials that it may ask; any if undefined. */
  readonly credentialIssuers: readonly string[] | undefined
  readonly loadOpaque: LoadOpaque
  readonly storage: DeviceStorage
  readonly sessions: KeptSessions
  readonly unlockSecret: UnlockSecretCache
  readonly state: DeviceState
}

export type DeviceState = {
  session?: OpenSession | undefined
  lostSignUp?: LostSignUp | undefined
  passkeySignUp?: StartedPasskeySignUp | undefined
  firstRecoveryKey?: FirstRecoveryKey | undefined
  gesture?: PendingGesture | undefined
  /** A passkey that is being added: core's id of the ceremony. */
  passkeyRegistrationId?: string | undefined
  /** A recovery key that was made and is not in force yet. */
  recoveryKey?: RecoveryKey | undefined
  /** The authorization request that was read last: the only one that can be approved. */
  request?: AuthorizationRequestDetails | undefined
  /** The entries of the log that were read last, by number, so that each can be given a receipt. */
  readEntries?: ReadonlyMap<number, ActivityEntry> | undefined
  verification?: PendingVerification | undefined
  /** What an issuer offers, as it was read last, and what came of it but is not in the vault yet. */
  offer?: (OpenOffer & { readonly received?: readonly ItemDraft[] }) | undefined
  plannedImport?: readonly ItemDraft[] | undefined
  refused?: RefusedVault | undefined
}

/** A vault that was refused as a whole; its owner may still save what can be read of it. */
export type RefusedVault = {
  readonly snapshot: unknown
  readonly method: UnlockMethod
  /** Where it is whole, and only does not continue what this device knows: the session that its owner may go on with. */
  readonly older?: OlderSession | undefined
}

export type OlderSession = {
  readonly session: OpenSession & { readonly inPlaceOf: VaultMemory }
  /** When the sign-in began, in milliseconds. */
  readonly since: number
}

/** Entries and known apps of a newer state of a vault, and when that was written. */
export type HeldEntries = Pick<OpenVault, 'items' | 'rpPins'> & { readonly wroteAt: Date }

/** Handlers of a part of the calls. */
export type Handlers<Name extends CallName = CallName> = {
  readonly [Each in Name]: (input: CallInput<Each>) => Promise<CallOutput<Each>>
}

/** @throws ClientError `locked` when nobody has signed in */
export function currentSession({ state }: DeviceContext): OpenSession {
  return present(state.session)
}

/** @throws ClientError `locked` when the step before is missing, as after a reload */
export function present<State>(state: State | undefined): State {
  if (state === undefined) throw new ClientError({ code: 'locked' })
  return state
}

/** Who writes, and when. */
export function authorOf({ name, clock }: DeviceContext): { device: string; wroteAt: Date } {
  return { device: name, wroteAt: new Date(clock.now()) }
}
