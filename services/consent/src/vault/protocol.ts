import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { VaultMemory } from '@countersign/vault'
import type { ClaimValues } from '../consent/claims.ts'
import type { Failure } from '../failure.ts'

/** What the page learns of an opened vault. No key, no token, no password ever crosses to it. */
export interface OpenedProfile {
  readonly userId: string
  readonly values: ClaimValues
  /** ISO 8601, and the device that wrote it: shown when this device opens the vault for the first time. */
  readonly lastChanged: { readonly at: string; readonly device: string }
  readonly isFirstUse: boolean
  /** To be kept by this device: how it notices a server that sends an older vault. */
  readonly memory: VaultMemory
  /** Entries that another device changed at the same time; both versions were kept. */
  readonly conflicts: number
}

/** Where the browser goes after an answer to a request; parts as core returned them. */
export interface ReturnParts {
  readonly redirectUri: string
  readonly state: string
}

export type DeviceMemories = Readonly<Record<string, VaultMemory>>

/** Every call from the page to the worker: what goes in, what comes out. */
export interface VaultCalls {
  signIn: { input: { login: string; password: string; memories: DeviceMemories }; output: OpenedProfile }
  prepareAccount: { input: { login: string; password: string }; output: { recoveryKey: string } }
  /** `login` replaces the name given before, when that one turned out to be taken. */
  createAccount: { input: { login: string }; output: OpenedProfile }
  saveProfile: { input: { values: ClaimValues }; output: OpenedProfile }
  readRequest: { input: { id: string }; output: AuthorizationRequestDetails }
  approve: {
    input: { id: string; clientId: string; scopes: readonly string[]; claims: ClaimValues }
    output: ReturnParts & { code: string }
  }
  deny: { input: { id: string }; output: ReturnParts }
  signOut: { input: Record<string, never>; output: null }
}

export type CallName = keyof VaultCalls
export type CallInput<Name extends CallName> = VaultCalls[Name]['input']
export type CallOutput<Name extends CallName> = VaultCalls[Name]['output']

/** Page to worker. The first message says where core is. */
export type ToWorker =
  | { readonly kind: 'start'; readonly coreUrl: string }
  | { readonly kind: 'call'; readonly id: number; readonly name: CallName; readonly input: CallInput<CallName> }

/** Worker to page. `ready` once its WebAssembly runs, `broken` if it never will. */
export type FromWorker =
  | { readonly kind: 'ready' | 'broken' }
  | { readonly kind: 'result'; readonly id: number; readonly output: CallOutput<CallName> }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
