import type { CallInput, CallName, CallOutput, DeviceMemories, DeviceMemory, Failure } from '@countersign/device'

/** What the worker is told at its start. */
export type WorkerSettings = {
  readonly coreUrl: string
  /** The issuer identifier of the provider. Never taken from core. */
  readonly issuer: string
  /** Public keys of the password protocol that core may have; empty: any. Never taken from core. */
  readonly pinnedServerKeys?: readonly string[] | undefined
  /** Origins of the issuers of credentials that it may ask; left out: none. */
  readonly credentialIssuers?: readonly string[] | undefined
}

/** Page to worker. The first message says where core is; each call brings what this browser remembers by now. */
export type ToWorker =
  | ({ readonly kind: 'start' } & WorkerSettings)
  | ({ readonly kind: 'call'; readonly id: number; readonly memories: DeviceMemories } & NamedCall)

type NamedCall = { readonly name: CallName; readonly input: CallInput<CallName> }

/** Worker to page. `ready` once it listens; `remember` before the result that it comes from. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'remember'; readonly memory: DeviceMemory }
  | { readonly kind: 'result'; readonly id: number; readonly output: CallOutput<CallName> }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
