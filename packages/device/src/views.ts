import type { Continuity, RpPins, VaultMemory } from '@countersign/vault'
import type { ReleasedValue } from './apps/app-memory.ts'
import type { ClaimItem, ClaimValues } from './claims/claim-items.ts'
import type { CredentialView } from './credentials/credential-view.ts'
import type { FirstUse } from './device-storage.ts'
import type { HeldCount } from './failure.ts'
import type { KnownPerson } from './session-storage.ts'

/** What the page may see of an open vault. No key, no token, no password ever crosses to it. */
export type OpenedProfile = {
  readonly userId: string
  /** How this session was signed in to. */
  readonly method: SignInMethod
  /** Whether a step-up by password can do without the login name. */
  readonly knowsLogin: boolean
  /** `recovery` may read, and must `recover` before anything else. */
  readonly scope: 'full' | 'recovery'
  /** The service replaces its secrets, and the password has to be confirmed once for it: `renewPassword`. */
  readonly needsNewPasswordRecord: boolean
  /** Nobody has confirmed the recovery key yet, and nothing is approved before that: `showRecoveryKey`. */
  readonly needsRecoveryKey: boolean
  /** One value for each claim: the preferred one, else the one changed last. */
  readonly values: ClaimValues
  /** Every value of every claim, the one of `values` first among those of its name. */
  readonly claims: readonly ClaimItem[]
  /** What others have issued to the person, as far as it can be presented. */
  readonly credentials: readonly CredentialView[]
  /** Entries that two devices changed at the same time, set aside until their owner chooses. Never shared. */
  readonly conflicts: readonly ConflictItem[]
  /** How many more entries the vault holds; what it remembers of apps takes one each. */
  readonly room: number
  /** Apps that were approved before, by client id: the host that they returned to and their encryption key. */
  readonly knownApps: RpPins
  /** To be shown until the person confirms it with `confirmVault`; undefined where the device knows the vault. */
  readonly firstUse: FirstUse | undefined
  /** To be shown until the person confirms it with `confirmVault`. */
  readonly replacedRecoveryKey: ReplacedRecoveryKey | undefined
  /**
   * `unproven`: this device could not see yet that the vault continues what it has seen before (`memory.proven`). To be said until there is
   * a proof, or the person confirms it with `confirmVault`.
   */
  readonly continuity: Continuity
  /** How many entries this device holds in a newer state than the vault has them: `putBackEntries` writes them. */
  readonly heldEntries: HeldCount
  /** Which state of the vault this is: how tabs tell whose is newer. */
  readonly memory: VaultMemory
}

/** Another device has put another recovery key in force: when and where, if the log says. */
export type ReplacedRecoveryKey = {
  /** ISO 8601. */
  readonly at?: string
  readonly device?: string
}

export type SignInMethod = 'password' | 'passkey' | 'recovery'

/** The other version of an entry that two devices changed at once. */
export type ConflictItem = {
  readonly id: string
  /** The entry that it is a version of; it may be gone. */
  readonly ofId: string
  readonly name: string
  readonly value: string
  readonly label?: string | undefined
  /** ISO 8601: when this version was set aside. */
  readonly changedAt: string
}

/** One way to open the vault. What the vault says, with what the server adds to it. */
export type MethodView = {
  readonly unlockId: string
  readonly type: SignInMethod
  /** Of a passkey. */
  readonly credentialId?: string | undefined
  /** Of a passkey: the owner's name for it. */
  readonly label?: string | undefined
  /** Of a passkey: whether it is synchronised between devices. */
  readonly isBackedUp?: boolean | undefined
  /** ISO 8601. Undefined where the server does not say. */
  readonly createdAt?: string | undefined
  readonly lastUsedAt?: string | undefined
  /** This session was signed in to with it. */
  readonly isCurrent: boolean
}

/** What is different about an app since it was last approved, and which others it could be taken for. */
export type AppCheck = {
  /** ISO 8601 of the first approval; undefined for an app that was never approved. */
  readonly knownSince: string | undefined
  /** It returns to another host. */
  readonly hostChanged: { readonly before: string; readonly after: string } | undefined
  /** It encrypts to another key, or no longer: `approve` refuses unless the person accepts it. */
  readonly keyChanged: boolean
  /** Apps of the same name, or at the same host, that were approved under another identifier. */
  readonly namesakes: readonly KnownApp[]
  /** What was chosen for it last; undefined where the vault remembers nothing. */
  readonly last: LastChoice | undefined
}

/** What a person chose for an app, as far as it was asked for by then. */
export type LastChoice = {
  /** By claim: the entry that was shared, or empty where there was one and it was left out. */
  readonly claims: Readonly<Record<string, string>>
  /** By scope: whether it was approved. */
  readonly scopes: Readonly<Record<string, boolean>>
  /** By claim: the value that the app was given last. */
  readonly values: ClaimValues
}

/** What an app was given, as long as the vault remembers it. */
export type AppHistory = {
  readonly clientId: string
  /** As it was last approved; empty where the vault has forgotten that. */
  readonly name: string
  readonly host: string
  /** ISO 8601: the last approval. */
  readonly lastAt: string
  readonly released: readonly ReleasedValue[]
}

/** A value that was released, as a receipt shows it. */
export type ReceiptValue = {
  readonly claim: string
  /** Undefined where it was too long for the entry, and the vault has forgotten it. */
  readonly value: string | undefined
  /** Where it was too long: what the entry has in its place. */
  readonly sha256?: string
}

/** An app as it was last approved. */
export type KnownApp = {
  readonly name: string
  readonly host: string
  /** ISO 8601. */
  readonly since: string
}

/** What an import would do. Nothing is written before `commitImport`. */
export type ImportPreview = {
  readonly added: number
  readonly alreadyThere: number
  /** What would be added and has not the form of its claim: no app gets it like this. */
  readonly doubtful: readonly { readonly name: string; readonly value: string }[]
  /** ISO 8601: when a sealed export was made. */
  readonly wroteAt?: string | undefined
}

/** What an app asks with when it sends somebody to be signed out. */
export type LogoutView = {
  /** Undefined where none said which one it is. */
  readonly app?: { readonly name: string; readonly logo: string } | undefined
  /** Where the person may return to. */
  readonly returnTo?: string | undefined
  /** It means somebody else than whose session this device keeps. */
  readonly meansOther: boolean
  /** Whose session this device keeps. */
  readonly person: KnownPerson | undefined
}
