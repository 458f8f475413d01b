import type { LogoutRequest } from '@countersign/contracts'
import type { MethodChange } from '@countersign/contracts/account-event-types'
import type { Continuity, RpPin, RpPins, UnlockType, VaultMemory } from '@countersign/vault'
import type { ClaimItem, ClaimValues, ConflictItem } from './claims/claim-items.ts'
import type { CredentialView } from './credentials/credential-view.ts'
import type { FirstUse } from './device-storage.ts'
import type { FailureCode, HeldCount } from './failure.ts'
import type { KnownPerson } from './session-storage.ts'

/** The page's view of an open vault: no key, token or password crosses to it. */
export type OpenedProfile = {
  readonly userId: string
  readonly method: SignInMethod
  /** If this device knows it: a step-up by password then needs no login name. */
  readonly login: string | undefined
  /** Typed at a passkey sign-up: for a vault without a name. */
  readonly greeting: string | undefined
  /** Signed in by password to an account without a passkey: offer one. Not at once after the sign-up. */
  readonly isPasskeyDue: boolean
  /** `recovery` may read, and must `recover` before anything else. */
  readonly scope: 'full' | 'recovery'
  /** The user must confirm the password with `renewPassword`: core is replacing its secrets. */
  readonly needsNewPasswordRecord: boolean
  /** The recovery key is unconfirmed, and nothing is approved before: `showRecoveryKey`. */
  readonly needsRecoveryKey: boolean
  readonly values: ClaimValues
  readonly claims: readonly ClaimItem[]
  readonly credentials: readonly CredentialView[]
  /** Entries that two devices changed at once, set aside until the owner chooses. Never shared. */
  readonly conflicts: readonly ConflictItem[]
  /** Number of entries that still fit, app memories included. */
  readonly room: number
  /** By client id, as last approved. */
  readonly knownApps: RpPins
  /** Show until `confirmVault`; undefined if the device knows the vault. */
  readonly firstUse: FirstUse | undefined
  /** Another device replaced the recovery key: show until `dismissNotices`, and approve nothing quickly before. */
  readonly isRecoveryKeyReplaced: boolean
  /** Changes by other devices since `dismissNotices`; undefined before `readNotices`. */
  readonly notices: SecurityNotices | undefined
  /** Show `unproven` until proven or `confirmVault`: core has not proven that the vault continues `memory.proven`. */
  readonly continuity: Continuity
  /** Number of entries that this device has in a newer state: `putBackEntries` writes them. */
  readonly heldEntries: HeldCount
  /** Lets tabs tell whose state is newer. */
  readonly memory: VaultMemory
}

export type SecurityNotices = {
  /** Newest first. */
  readonly list: readonly SecurityNotice[]
  /** False if core did not show the whole log: there may be more. */
  readonly isComplete: boolean
}

export type SecurityNotice = {
  readonly kind:
    | 'new_device'
    | 'recovery_key_used'
    | MethodChange
    | 'older_vault_accepted'
    | 'app_approved'
    | 'app_updated'
    | 'account_sessions_ended'
    | 'account_suspended'
    | 'account_unsuspended'
  /** ISO 8601; undefined if core does not show the log. */
  readonly at?: string | undefined
  readonly device?: string | undefined
  /** Of a method that was added or removed. */
  readonly method?: UnlockType | undefined
  readonly app?: string | undefined
  /** Of an operator's act. */
  readonly reason?: string | undefined
  /** How often it happened, this time being the last. */
  readonly times: number
}

export type SignInMethod = 'password' | 'passkey' | 'recovery'

export type MethodView = {
  readonly unlockId: string
  readonly type: SignInMethod
  readonly credentialId?: string | undefined
  readonly label?: string | undefined
  /** Whether a passkey is synchronised between devices. */
  readonly isBackedUp?: boolean | undefined
  /** ISO 8601; undefined if core does not say. */
  readonly createdAt?: string | undefined
  readonly lastUsedAt?: string | undefined
  readonly isCurrent: boolean
}

/** Changes of an app since its last approval, and apps that it could be taken for. */
export type AppCheck = {
  /** ISO 8601; undefined if never approved. */
  readonly knownSince: string | undefined
  readonly hostChanged: { readonly before: string; readonly after: string } | undefined
  /** Another key, or none any more: `approve` refuses unless the user accepts it. */
  readonly keyChanged: boolean
  /** Apps with a similar name or host, approved under other client ids. */
  readonly namesakes: readonly KnownApp[]
  /** Undefined if the vault remembers nothing. */
  readonly last: LastChoice | undefined
  /** ISO 8601: when the user took its access back; undefined if it was approved since. */
  readonly endedAt: string | undefined
}

export type LastChoice = {
  /** Entry ids by claim, as last requested; empty if left out. */
  readonly claims: Readonly<Record<string, string>>
  readonly scopes: Readonly<Record<string, boolean>>
  readonly values: ClaimValues
  readonly keepsUpToDate: boolean
}

export type ReceiptValue = {
  readonly claim: string
  /** Undefined if too long for the entry, and forgotten by the vault. */
  readonly value: string | undefined
  /** In the entry, in place of a value too long for it. */
  readonly sha256?: string
}

/** An app that is kept up to date. */
export type AppUpdate = {
  readonly clientId: string
  readonly name: string
  readonly host: string
  /** ISO 8601: of the approval; its end, undefined until it is revoked; of the last update. */
  readonly since: string
  readonly until: string | undefined
  readonly sentAt: string | undefined
  /** By claim, the values that it lacks; empty text for a removed one. `sendUpdates` takes exactly this. */
  readonly changes: ClaimValues
  /** `none`: it has all since a sign-in. `unsent`: logged, but not with the provider. Undefined if unknown. */
  readonly delivery: 'none' | 'unsent' | 'waiting' | 'fetched' | undefined
  /** Why nothing can be sent. `new_key`: until the next approval. */
  readonly problem: 'new_key' | 'unverified' | 'malformed' | undefined
  /** Claims that the problem is about; empty for `new_key`. */
  readonly problemClaims: readonly string[]
}

export type ConfirmedUpdate = Pick<AppUpdate, 'clientId' | 'changes'>

export type SentUpdate = { readonly clientId: string; readonly failure?: FailureCode }

export type KnownApp = Pick<RpPin, 'name' | 'host' | 'since'>

/** Nothing is written before `commitImport`. */
export type ImportPreview = {
  readonly added: number
  readonly alreadyThere: number
  /** Added values that are malformed for their claim: no app gets them as they are. */
  readonly doubtful: readonly { readonly name: string; readonly value: string }[]
  /** ISO 8601: when a sealed export was made. */
  readonly wroteAt?: string | undefined
}

export type LogoutView = {
  /** Undefined if the request names none. */
  readonly app?: LogoutRequest['client']
  readonly returnTo?: string | undefined
  /** The app means another user than that of the kept session. */
  readonly meansOther: boolean
  readonly person: KnownPerson | undefined
}
