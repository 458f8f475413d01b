import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Overloaded } from '../errors.ts'
import { countEvent } from '../telemetry/metrics/requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shed the route before the others, or never. */
    readonly shed?: 'first' | 'never'
  }
}

/** For routes that start a flow: shed first. */
export const BEGINS = { config: { shed: 'first' } } as const
export const NEVER_SHED = { config: { shed: 'never' } } as const

type LoadLimits = {
  /** Longest acceptable event loop delay. */
  readonly maxDelayMs: number
  /** Share of the database queue in use; 1 is full. */
  readonly databaseLoad: () => number
}

/** From this load on new flows are refused, so that started ones finish. */
const NOTHING_NEW_FROM = 0.5

/** Refuses requests with 503 and Retry-After under overload. Covers routes mounted later. */
export function shedLoad(app: FastifyInstance, { maxDelayMs, databaseLoad }: LoadLimits): void {
  const delay = watchStandingDelay()
  const tell = noteShedding(app)
  const refuseFrom =
    (limit: number): onRequestHookHandler =>
    (_request, _reply, done) => {
      const load = Math.max(delay.milliseconds() / maxDelayMs, databaseLoad())
      if (load < limit) return done()
      tell(load)
      done(new Overloaded('More is asked than is done in time.'))
    }
  const [first, late] = [refuseFrom(NOTHING_NEW_FROM), refuseFrom(1)]
  app.addHook('onRoute', (route) => {
    const shed = route.config?.shed
    // Without a preflight, a browser could not read the 503.
    if (shed === 'never' || route.method === 'OPTIONS') return
    // After the scope's hooks, which set CORS, and before the route's own, which query the database.
    route.onRequest = [shed === 'first' ? first : late, route.onRequest ?? []].flat()
  })
  // Refuse an unknown address before reading its body.
  app.addHook('onRequest', function refuseUnknown(request, reply, done) {
    if (request.is404) first.call(this, request, reply, done)
    else done()
  })
  app.addHook('onClose', async () => delay.stop())
}

const QUIET_MS = 10_000

/** Logs when shedding begins and when it has stopped, not each refusal. */
function noteShedding({ log }: FastifyInstance): (load: number) => void {
  let refused = 0
  let end: NodeJS.Timeout | undefined
  // Outside the context of the request that started it.
  const tellEnd = AsyncLocalStorage.bind((): void => {
    log.warn({ event: 'overload_over', refused }, 'requests are no longer refused for load')
    end = undefined
    refused = 0
  })
  return (load) => {
    refused += 1
    if (end) return void end.refresh()
    countEvent('overloaded')
    log.warn({ event: 'overloaded', load }, 'more is asked than is done in time: some of it is refused')
    end = setTimeout(tellEnd, QUIET_MS).unref()
  }
}

const LOOK_MS = 100

/** Event loop delay, as the lesser of the last and the running turn: one long turn is a burst, two in a row are a queue. */
export function watchStandingDelay() {
  let lookedAt = performance.now()
  let last = 0
  const sinceLook = (): number => Math.max(performance.now() - lookedAt - LOOK_MS, 0)
  const timer = setInterval(() => {
    last = sinceLook()
    lookedAt = performance.now()
  }, LOOK_MS).unref()
  return { milliseconds: () => Math.min(last, sinceLook()), stop: () => clearInterval(timer) }
}
