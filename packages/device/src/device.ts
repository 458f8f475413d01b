import { VaultError } from '@countersign/vault'
import { createCoreApi } from './api/core-api.ts'
import type { Fetch } from './api/http.ts'
import { createSessionProofs } from './api/session-proof.ts'
import type { ConsentCalls } from './calls/consent-calls.ts'
import type { DeviceContext } from './calls/handlers.ts'
import type { LaterCalls } from './calls/later-calls.ts'
import { CONSENT_CALLS, createLazyCalls, LATER_CALLS } from './calls/lazy-calls.ts'
import { createKeptSessionCalls, createSignInCalls } from './calls/sign-in-calls.ts'
import { type Clock, SYSTEM_CLOCK } from './clock.ts'
import type { DeviceStorage } from './device-storage.ts'
import { ClientError, type Failure, type FailureCode, toFailure } from './failure.ts'
import { createOpaqueLoader } from './password/load-opaque.ts'
import type { OpaqueOptions } from './password/opaque-client.ts'
import { createDeviceState } from './session/create-state.ts'
import { catchUp } from './session/current-session.ts'
import { holdVault } from './session/held-vault.ts'
import { createKeptSessions } from './session/kept-sessions.ts'
import { findNewerToken, forgetEndedSession } from './session/unlock.ts'
import { createUnlockSecretCache } from './session/unlock-secret-cache.ts'
import type { SessionStorage } from './session-storage.ts'

type Calls = ReturnType<typeof createUnlockCalls> & ConsentCalls & LaterCalls
type DeviceCalls = {
  [Name in keyof Calls]: { input: InputOf<Calls[Name]>; output: Awaited<ReturnType<Calls[Name]>> }
}
type InputOf<Call> = Call extends () => unknown
  ? Record<string, never>
  : Call extends (input: infer Input) => unknown
    ? Input
    : never

export type CallName = keyof DeviceCalls
export type CallInput<Name extends CallName> = DeviceCalls[Name]['input']
export type CallOutput<Name extends CallName> = DeviceCalls[Name]['output']

/** A user's device without a page. A failed call throws a `ClientError`. */
export type Device = {
  readonly [Name in keyof DeviceCalls]: (input: CallInput<Name>) => Promise<CallOutput<Name>>
}

export type DeviceOptions = {
  /** `url`: core, such as `https://id.example.org`. `issuer`: its provider, if elsewhere. */
  readonly core: {
    readonly url: string
    readonly issuer?: string | undefined
    readonly fetch?: Fetch | undefined
  }
  readonly storage: DeviceStorage
  /** Without it, sessions end with the device. */
  readonly sessions?: SessionStorage | undefined
  readonly clock?: Clock | undefined
  /** Origins of credential issuers that it may ask; any if undefined. */
  readonly credentialIssuers?: readonly string[] | undefined
  /** For the owner: written only into the encrypted vault. */
  readonly name: string
} & OpaqueOptions

/** Calls that change no state, and need not wait for others. */
const AT_ONCE: readonly CallName[] = ['loadPassword', 'readCredentialStatuses']

/** A signed-out device. Password, keys, open vault and session token live in it and die with it. */
export function createDevice(options: DeviceOptions): Device {
  const { core, storage, clock = SYSTEM_CLOCK, name } = options
  const sessions = createKeptSessions(options.sessions)
  const { state, remembered } = createDeviceState({
    storage,
    sessions,
    findShared: async (session) =>
      (await import('./approval/quick-approval.ts')).findSharedBefore(session, clock.now()),
  })
  const ask = core.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))
  const line = {
    coreUrl: core.url,
    fetch: ask,
    proofs: createSessionProofs((token) => sessions.keysFor(token)),
  }
  const context: DeviceContext = {
    api: createCoreApi({ ...line, findNewerToken: (token) => findNewerToken({ state, sessions }, token) }),
    storage,
    sessions,
    clock,
    fetch: ask,
    issuer: core.issuer ?? core.url,
    credentialIssuers: options.credentialIssuers,
    name,
    loadOpaque: createOpaqueLoader(options),
    unlockSecret: createUnlockSecretCache(clock),
    state,
  }
  const consent = createLazyCalls(CONSENT_CALLS, async () =>
    (await import('./calls/consent-calls.ts')).createConsentCalls(context),
  )
  const later = createLazyCalls(LATER_CALLS, async () =>
    (await import('./calls/later-calls.ts')).createLaterCalls(context),
  )
  // Loads while the page and its user are busy with the sign-in.
  consent.prefetch()
  return inTurn(
    { ...createUnlockCalls(context), ...consent.calls, ...later.calls },
    {
      onFailure: (failure) => holdAfter(context, failure),
      afterEach: async () => {
        later.prefetch()
        await settle(context, remembered)
      },
    },
  )
}

function createUnlockCalls(context: DeviceContext) {
  return { ...createSignInCalls(context), ...createKeptSessionCalls(context) }
}

type AroundCalls = {
  readonly onFailure: (failure: Failure) => Promise<void>
  readonly afterEach: () => Promise<void>
}

type AnyHandler = (input: CallInput<CallName>) => Promise<CallOutput<CallName>>

/** Serialises calls: two concurrent writes would start from the same session, and one would be lost. */
function inTurn(handlers: Calls, around: AroundCalls): Device {
  let last: Promise<unknown> = Promise.resolve()
  const queued = Object.entries(handlers).map(([name, handle]) => {
    if (AT_ONCE.some((atOnce) => atOnce === name)) return [name, handle]
    const inItsTurn: AnyHandler = (input) => {
      const answer = last.then(() => carryOut(() => (handle as AnyHandler)(input), around))
      last = answer.catch(() => undefined)
      return answer
    }
    return [name, inItsTurn]
  })
  return Object.fromEntries(queued) as Device
}

async function carryOut<Output>(work: () => Promise<Output>, { onFailure, afterEach }: AroundCalls): Promise<Output> {
  try {
    try {
      return await work()
    } finally {
      await afterEach()
    }
  } catch (error) {
    const thrown = error instanceof VaultError ? toClientError(error) : error
    await onFailure(toFailure(thrown))
    throw thrown
  }
}

/** Fails unless core has this call's state and that of any other window. */
async function settle(context: DeviceContext, remembered: () => Promise<boolean>): Promise<void> {
  if (!(await remembered()) && context.state.session) await catchUp(context)
  await remembered()
}

function toClientError(error: VaultError): ClientError {
  const { code, detail } = error
  return new ClientError(detail === undefined ? { code } : { code, detail }, { cause: error })
}

/** Signs of a server restored from a backup, or rolled back maliciously. */
const HELD_AFTER: readonly FailureCode[] = ['invalid_session', 'rollback', 'fork']

async function holdAfter(context: DeviceContext, { code }: Failure): Promise<void> {
  if (code === 'invalid_session') await forgetEndedSession(context).catch(() => undefined)
  // Best effort: the user must see the original failure.
  if (HELD_AFTER.includes(code)) await holdVault(context).catch(() => undefined)
}
