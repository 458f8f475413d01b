import type { CallInput, CallName, CallOutput, DeviceMemories, DeviceMemory, Failure } from '@countersign/device'

export type WorkerSettings = {
  readonly coreUrl: string
  /** The provider's issuer identifier. Never taken from core. */
  readonly issuer: string
  /** Public OPAQUE keys that core may use; empty: any. Never taken from core. */
  readonly pinnedServerKeys?: readonly string[] | undefined
  /** Origins of credential issuers that the worker may call. Default: none. */
  readonly credentialIssuers?: readonly string[] | undefined
}

/** Page to worker: first `start`, then calls, each with this browser's current memory. */
export type ToWorker =
  | ({ readonly kind: 'start' } & WorkerSettings)
  | ({ readonly kind: 'call'; readonly id: number; readonly memories: DeviceMemories } & NamedCall)

type NamedCall = { readonly name: CallName; readonly input: CallInput<CallName> }

/** Worker to page: `ready` once it listens; `remember` before the result that caused it. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'remember'; readonly memory: DeviceMemory }
  | { readonly kind: 'result'; readonly id: number; readonly output: CallOutput<CallName> }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
