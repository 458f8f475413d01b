import type { CoreApi } from '../api/core-api.ts'
import { createAccountCalls } from './calls/account-calls.ts'
import { createMethodCalls } from './calls/method-calls.ts'
import { createSignInCalls, createSignUpCalls } from './calls/sign-in-calls.ts'
import { createConsentCalls, createEntryCalls } from './calls/vault-calls.ts'
import { createOpaqueLoader } from './password/load-opaque.ts'
import type { CallInput, CallName, CallOutput } from './protocol.ts'
import { type Clock, createRootKeeper } from './session/root-keeper.ts'
import type { Handlers, WorkerContext } from './worker-context.ts'

export type WorkerOptions = {
  readonly device: string
  readonly pinnedServerKeys?: readonly string[] | undefined
  readonly clock?: Clock | undefined
}

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
}

/** Calls that touch no state and so need not wait for others. */
const AT_ONCE: readonly CallName[] = ['loadPassword']

/** Answers the page's calls. All state is in one context, which dies with the worker. */
export function createHandlers(api: CoreApi, options: WorkerOptions): Handlers {
  const { device, pinnedServerKeys = [], clock = SYSTEM_CLOCK } = options
  const loadOpaque = createOpaqueLoader(pinnedServerKeys)
  const context: WorkerContext = { api, device, clock, loadOpaque, roots: createRootKeeper(clock), state: {} }
  return inTurn({
    ...createSignInCalls(context),
    ...createSignUpCalls(context),
    ...createEntryCalls(context),
    ...createConsentCalls(context),
    ...createAccountCalls(context),
    ...createMethodCalls(context),
  })
}

type AnyHandler = (input: CallInput<CallName>) => Promise<CallOutput<CallName>>

/** One call after the other: two writes at once would both go on from the same session, and one would be forgotten. */
function inTurn(handlers: Handlers): Handlers {
  let last: Promise<unknown> = Promise.resolve()
  const queued = Object.entries(handlers).map(([name, handle]) => {
    if (AT_ONCE.some((atOnce) => atOnce === name)) return [name, handle]
    const inItsTurn: AnyHandler = (input) => {
      const answer = last.then(() => (handle as AnyHandler)(input))
      last = answer.catch(() => undefined)
      return answer
    }
    return [name, inItsTurn]
  })
  return Object.fromEntries(queued) as Handlers
}
