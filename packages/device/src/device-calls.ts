import type {
  AccountEventList,
  AuthorizationRequestDetails,
  ClaimLabels,
  ClaimsEncryptionJwk,
  DeviceRequest,
  Grant,
  GrantTerms,
  Intent,
  MessageLanguage,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
  SessionSummary,
  SilentAnswer,
  VerifiableClaim,
} from '@countersign/contracts'
import type { ActivityCursor, ActivityEvent } from '@countersign/vault'
import type { AdministrationCall } from './api/administration-endpoints.ts'
import type { Addressee } from './approval/return-address.ts'
import type { ClaimValues, Issuer } from './claims/claim-item.ts'
import type { AskedCode } from './credentials/credential-offer.ts'
import type { KnownPerson } from './session-storage.ts'
import type {
  AppCheck,
  AppHistory,
  ImportPreview,
  LogoutView,
  MethodView,
  OpenedProfile,
  ReceiptValue,
} from './views.ts'

/** Where the browser goes after an answer to a request; parts as core returned them. */
export type ReturnParts = {
  readonly redirectUri: string
  readonly state: string
}

/** Why a request that must ask nobody gets no code. */
export type SilentRefusal = Extract<SilentAnswer, { error: string }>['error']

type Nothing = Record<string, never>

/**
 * A passkey as its authenticator answered: what core gets, and the PRF output, which never leaves the device. The
 * buffer is wiped after its use: a repeated call needs a new gesture.
 */
type NewPasskey = {
  response: PasskeyRegistration
  prf: ArrayBuffer
}
type UsedPasskey = {
  challengeId: string
  response: PasskeyAssertion
  prf: ArrayBuffer
}

/** Signing in is opening the vault. */
type SignInCalls = {
  /** Loads the password protocol ahead of its use, while the person types. */
  loadPassword: { input: Nothing; output: null }
  signIn: { input: { login: string; password: string }; output: OpenedProfile }
  /** What to give to `getPasskey`, to sign in. */
  startPasskeySignIn: { input: Nothing; output: { challengeId: string; options: PasskeyRequestOptions } }
  finishPasskeySignIn: { input: UsedPasskey; output: OpenedProfile }
  /** Ends in a session of scope `recovery`: `recover…` comes next. */
  signInByRecoveryKey: { input: { recoveryKey: string }; output: OpenedProfile }
  /**
   * Confirms one thing within the open session, after `reauth_required`, which says what. The password's name may be left
   * out if known.
   */
  stepUpByPassword: { input: { purpose: Intent; password: string; login?: string }; output: OpenedProfile }
  /** What to give to `getPasskey`, to confirm one thing by passkey. */
  startPasskeyStepUp: {
    input: { purpose: Intent }
    output: { challengeId: string; options: PasskeyRequestOptions }
  }
  stepUpByPasskey: { input: UsedPasskey; output: OpenedProfile }
  signOut: { input: Nothing; output: null }
  /** The person has looked at what the profile says of a `firstUse`, or of a vault that is `unproven`: at that alone. */
  confirmVault: { input: { what: 'first_use' | 'unproven' | 'recovery_key' }; output: OpenedProfile }
  /**
   * After `signIn…` failed with `rollback` or `fork`: the person goes on with that vault, knowingly, and its log says so.
   * Nothing else makes a device forget what it has seen.
   */
  acceptOlderVault: { input: Nothing; output: OpenedProfile }
  /** Writes what this device holds of the newer state (`heldEntries`) onto the vault. */
  putBackEntries: { input: Nothing; output: OpenedProfile }
  /** After `signIn…` failed because the vault is not whole: what of it can still be read, as a plain export. */
  exportReadable: { input: Nothing; output: { text: string; count: number } }
}

/** The session of this device, whose vault is locked. */
type KeptSessionCalls = {
  /** Whose session this device keeps, without any request; nobody's after a sign-out. */
  whoIsKnown: { input: Nothing; output: KnownPerson | null }
  /** Asks core whether that session lives. What has ended is forgotten. */
  resume: { input: Nothing; output: KnownPerson | null }
  /** Opens the vault within the session. Where that has ended meanwhile, the password begins another. */
  unlockByPassword: { input: { password: string }; output: OpenedProfile }
  /** By the PRF output that the passkey of the session has given: core is asked for nothing but the vault. */
  unlockByPasskey: { input: { credentialId: string; prf: ArrayBuffer }; output: OpenedProfile }
  /**
   * Ends the session and forgets whose it was, as `signOut` does for an open one. With a `userId`, of that person alone:
   * whose session another page has put there since is answered, and stays.
   */
  forgetPerson: { input: { userId?: string }; output: KnownPerson | null }
  /** Who asks that the person of the kept session be signed out. Nothing is ended by it. */
  readLogoutRequest: { input: { request: string }; output: LogoutView }
}

/**
 * Signing up. The account has a recovery key at once; its owner sees and confirms it later (`showRecoveryKey`), and
 * nothing is approved before that.
 */
type SignUpCalls = {
  /** When the outcome is unknown, the same again signs in to the account that the first attempt may have made. */
  createAccount: { input: { login: string; password: string }; output: OpenedProfile }
  /** What to give to `createPasskey`. */
  startPasskeySignUp: { input: Nothing; output: { userId: string; options: PasskeyCreationOptions } }
  /** When the outcome is unknown, sign in with the new passkey: it works if the account was made. */
  finishPasskeySignUp: { input: NewPasskey; output: OpenedProfile }
}

/** The vault's entries. */
type VaultEntryCalls = {
  /** One value for each claim; an empty one removes the claim with all of its values. */
  saveProfile: { input: { values: ClaimValues }; output: OpenedProfile }
  /** Several values of one claim: without an id one is added. A preferred one takes the place of the one before. */
  saveItems: {
    input: { put: readonly ClaimEdit[]; remove: readonly string[] }
    output: OpenedProfile
  }
  /** `present` drops the version that was set aside, `aside` puts it in place, `both` keeps it as a second value. */
  resolveConflict: { input: { id: string; keep: 'present' | 'aside' | 'both' }; output: OpenedProfile }
  /** Reads what another device or tab wrote. */
  refresh: { input: Nothing; output: OpenedProfile }
  exportPlain: { input: Nothing; output: { text: string } }
  /** Everything as the server keeps it: opens offline with the recovery key. */
  exportSealed: { input: Nothing; output: { text: string } }
  previewPlainImport: { input: { text: string }; output: ImportPreview }
  previewSealedImport: { input: { text: string; recoveryKey: string }; output: ImportPreview }
  /** Writes what was previewed last. */
  commitImport: { input: Nothing; output: OpenedProfile }
}

/** Showing that an address or a number is the person's, by a code that is sent there. */
type VerificationCalls = {
  /** What this service can send codes to; empty where it is set up for none. */
  listVerifiableClaims: { input: Nothing; output: readonly VerifiableClaim[] }
  /** Sends a code to what an entry holds. Another one takes the place of the one before. */
  startVerification: { input: { itemId: string; language: MessageLanguage }; output: null }
  /** Keeps with the entry what the code was exchanged for. Fails with `wrong_code`, `verification_expired`, `stale_vault`. */
  finishVerification: { input: { code: string }; output: OpenedProfile }
}

/** What others have issued to the person (SD-JWT VC, OpenID4VCI). */
type CredentialCalls = {
  /** The origins that this device may fetch from; any if undefined. */
  listCredentialIssuers: { input: Nothing; output: { readonly issuers: readonly string[] | undefined } }
  /** Reads the link of an offer, and asks the issuer what it is. Fails with `bad_offer`, `issuer_unknown`, `issuer_refused`. */
  readCredentialOffer: { input: { link: string }; output: OfferedCredential }
  /** Fetches what was read last. Fails with `issuer_refused` where the code is wrong, and with `bad_credential`. */
  acceptCredentialOffer: { input: { code?: string | undefined }; output: OpenedProfile }
  removeCredential: { input: { id: string }; output: OpenedProfile }
}

/** Who offers what; with `codeAsked` a code is needed that the issuer has told the person some other way. */
export type OfferedCredential = {
  readonly issuer: string
  readonly issuerName: string
  /** As the issuer calls them; empty where it has no word. */
  readonly types: readonly string[]
  readonly codeAsked: AskedCode | undefined
}

export type ClaimEdit = {
  readonly id?: string | undefined
  readonly name: string
  readonly value: string
  readonly label?: string | undefined
  readonly isPreferred?: boolean | undefined
}

/** Answers to authorization requests. */
type ConsentCalls = {
  /** The request that a device waits for, by the code that it shows; needs no session, and approves nothing. */
  findDeviceRequest: { input: { userCode: string }; output: DeviceRequest }
  readRequest: { input: { id: string }; output: AuthorizationRequestDetails }
  /** Compares the app of the request that was read last with what was approved before. `approve` checks the key again. */
  checkApp: { input: { id: string }; output: AppCheck }
  /**
   * Answers the request that was read last: who asks, for what and under which key is what the device itself has read.
   * Releases exactly the entries that were shown. An entry in the person's own activity is written first, so nothing is
   * released without one. Fails with `recovery_key_unconfirmed` as long as the profile says `needsRecoveryKey`, with `app_key_changed` unless a changed key was accepted, and with `stale_vault` where
   * an entry is not what was shown. Where core refuses what it once verified (`invalid_attestation`), the vault is without
   * that afterwards, so that nothing is shown as verified which is not.
   */
  approve: {
    input: {
      id: string
      scopes: readonly string[]
      claims: readonly ShownClaim[]
      acceptNewKey?: boolean
      /** How long the app may come back; as long as the provider lets it, if absent. */
      grant?: GrantTerms | undefined
    }
    output: ReturnParts & { code: string }
  }
  /**
   * Approves a request just as the one before of the same app, if the person would see nothing new on the consent page:
   * this app and these claims, with the values that it was given last. In any other case nothing is shared, and null is
   * answered.
   */
  approveAsBefore: {
    input: { id: string; app: Pick<AppIdentity, 'name' | 'host'>; claims: readonly string[] }
    output: (ReturnParts & { app: Addressee; code: string }) | null
  }
  deny: { input: { id: string }; output: ReturnParts }
  /** Within the kept session, while the vault is locked. */
  denyLocked: { input: { id: string }; output: ReturnParts & { app: Addressee } }
  /** Leaves the request to whoever reads it next, within the open session or the kept one. */
  giveBackRequest: { input: { id: string }; output: null }
  /** Answers a request with `prompt=none` within the kept session; where a person is needed, says so. */
  answerSilently: {
    input: { id: string }
    output: (ReturnParts & { app: Addressee; code: string }) | { error: SilentRefusal }
  }
}

/** A value that was shown and is to be shared: the vault's entry, and what stood in it. */
export type ShownClaim = {
  readonly itemId: string
  readonly value: string
}

/** An app as a request describes it: `host` of its redirect URI, and its encryption key if it has one. */
export type AppIdentity = {
  readonly clientId: string
  readonly name: string
  readonly host: string
  readonly encryptionKey: ClaimsEncryptionJwk | undefined
}

/** What happened: the person's own chained log, and what the server noticed. */
type ActivityCalls = {
  /** Verified, newest first; `cursor` is the `next` of the page before. */
  readActivity: {
    input: { cursor?: ActivityCursor | undefined }
    output: { events: readonly LoggedEvent[]; next: ActivityCursor | undefined }
  }
  /** The receipt of an entry that `readActivity` returned: to read, and as a text to keep. */
  receipt: { input: { seq: number }; output: ReadReceipt & { text: string } }
  /** What a receipt says, if it is genuine and of this vault. */
  checkReceipt: { input: { text: string }; output: ReadReceipt }
  listEvents: { input: { cursor?: string | undefined }; output: AccountEventList }
  listSessions: { input: Nothing; output: readonly SessionSummary[] }
  endSession: { input: { sessionId: string }; output: null }
  /** With `apps`, what apps were allowed ends too. */
  endOtherSessions: { input: { apps: boolean }; output: null }
  /** What an operator lets people keep beside the built-in claims, and what they call it. */
  listOperatorClaims: { input: Nothing; output: readonly { readonly name: string; readonly labels: ClaimLabels }[] }
  listGrants: { input: Nothing; output: readonly Grant[] }
  /** Takes back all that an app was allowed. The activity names it as the vault knows it, and only else as it is named here. */
  revokeApp: { input: { clientId: string; name: string }; output: null }
  /** What apps were given: out of the vault alone, so no server is asked. */
  readAppHistory: { input: Nothing; output: readonly AppHistory[] }
}

/** The values are those of a release; undefined where the entry does not say them. */
export type ReadReceipt = LoggedEvent & { readonly values: readonly ReceiptValue[] | undefined }

export type LoggedEvent = {
  readonly seq: number
  readonly event: ActivityEvent
  /** Of claims of credentials, by claim, where the vault remembers them. */
  readonly issuers?: Readonly<Record<string, Issuer>> | undefined
}

/**
 * The unlock methods, and the account. Every change needs a gesture of the last five minutes that was made for just this
 * change; without one it fails with `reauth_required` before any request, and says what the gesture has to be for, so that
 * the page can `stepUpBy…` and repeat it. `changeLoginName` and `renewPassword` take the password, which is the gesture.
 */
type MethodCalls = {
  listMethods: { input: Nothing; output: readonly MethodView[] }
  /** What to give to `createPasskey`, for `addPasskey` and `recoverByPasskey`. */
  startPasskeyAddition: { input: Nothing; output: { userId: string; options: PasskeyCreationOptions } }
  addPasskey: { input: NewPasskey & { label: string }; output: OpenedProfile }
  renameMethod: { input: { unlockId: string; label: string }; output: OpenedProfile }
  removeMethod: { input: { unlockId: string }; output: OpenedProfile }
  /** Whether a password would be taken, before anything is changed; fails as `changePassword` would. */
  checkNewPassword: { input: { password: string }; output: null }
  changePassword: { input: { password: string }; output: OpenedProfile }
  /** For an account that has no password yet; where it has one, another name and password take its place. */
  setPassword: { input: { login: string; password: string }; output: OpenedProfile }
  /** Checks the present name and password first, since the name is part of how the password is registered. */
  changeLoginName: { input: { currentLogin: string; login: string; password: string }; output: OpenedProfile }
  /** Registers the same password anew, where the profile says that it is needed. */
  renewPassword: { input: { password: string }; output: OpenedProfile }
  /**
   * Where the profile says `needsRecoveryKey`: the key that was made with the account, as long as this device has it;
   * else another one, the same each time, which `confirmRecoveryKey` brings into force by a gesture (`replace_recovery_key`).
   */
  showRecoveryKey: { input: Nothing; output: { recoveryKey: string; isAnother: boolean } }
  /** The person has shown that they kept the key of `showRecoveryKey`. */
  confirmRecoveryKey: { input: Nothing; output: OpenedProfile }
  /** Makes a recovery key on this device; nothing is changed until one of the calls below is made with it. */
  prepareRecoveryKey: { input: Nothing; output: { recoveryKey: string } }
  replaceRecoveryKey: { input: Nothing; output: OpenedProfile }
  /** From a `recovery` session: a new password, and the recovery key of `prepareRecoveryKey`, in one change. Without `login` the name stays. */
  recoverByPassword: { input: { login?: string; password: string }; output: OpenedProfile }
  recoverByPasskey: { input: NewPasskey & { label: string }; output: OpenedProfile }
  /**
   * A new account key and everything encrypted anew. The recovery key of `prepareRecoveryKey` and the method of the
   * gesture stay; every other method ends. With `password` that takes the place of the old one in the same change: for
   * when somebody may know the old one.
   */
  rotateAccountKey: { input: { password?: string }; output: OpenedProfile }
  /** Everything that the core service holds on the person, as JSON. */
  exportAccount: { input: Nothing; output: { text: string } }
  deleteAccount: { input: Nothing; output: null }
}

/** What people who administer the service ask it for. None of it is about people, nor in the vault. */
type AdministrationCalls = {
  /**
   * Asks below `/api/console/`. A change takes a gesture for `administer` of the last five minutes; without one it fails
   * with `reauth_required`, and has done nothing.
   */
  administer: { input: AdministrationCall; output: { answer: unknown } }
}

/** Everything that a device can be asked: what goes in, what comes out. */
type AllCalls = SignInCalls &
  KeptSessionCalls &
  SignUpCalls &
  VaultEntryCalls &
  ConsentCalls &
  VerificationCalls &
  CredentialCalls &
  ActivityCalls &
  MethodCalls &
  AdministrationCalls
export type DeviceCalls = { [Name in keyof AllCalls]: AllCalls[Name] }

export type CallName = keyof DeviceCalls
export type CallInput<Name extends CallName> = DeviceCalls[Name]['input']
export type CallOutput<Name extends CallName> = DeviceCalls[Name]['output']
