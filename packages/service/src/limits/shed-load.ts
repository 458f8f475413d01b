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

/** For a route that starts a flow: shed first, while requests of started flows are still answered. */
export const BEGINS = { config: { shed: 'first' } } as const
/** For health checks. */
export const NEVER_SHED = { config: { shed: 'never' } } as const

type LoadLimits = {
  /** The longest acceptable event loop delay. */
  readonly maxDelayMs: number
  /** Share of the database queue in use; 1 is full. */
  readonly databaseLoad: () => number
}

/** From this load on no new flow starts, so that started ones can finish. */
const NOTHING_NEW_FROM = 0.5

/** Refuses requests with 503 and Retry-After while this process or its database is overloaded. Covers routes mounted later. */
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
    // Without its preflight, a browser could not read the 503.
    if (shed === 'never' || route.method === 'OPTIONS') return
    // After the scope's hooks, which set CORS, and before the route's own, which query the database.
    route.onRequest = [shed === 'first' ? first : late, route.onRequest ?? []].flat()
  })
  // An unknown address starts no flow either; refuse it before its body is read.
  app.addHook('onRequest', function refuseUnknown(request, reply, done) {
    if (request.is404) first.call(this, request, reply, done)
    else done()
  })
  app.addHook('onClose', async () => delay.stop())
}

const QUIET_MS = 10_000

/** One line when shedding begins and one when it has stopped for a while, not one per request. */
function noteShedding({ log }: FastifyInstance): (load: number) => void {
  let refused = 0
  let end: NodeJS.Timeout | undefined
  // Outside the context of the request that started it.
  const tellEnd = AsyncLocalStorage.bind((): void => {
    log.warn({ event: 'overload_over', refused }, 'nobody is refused for the load any more')
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

/** The current event loop delay of a new request, in milliseconds. */
type StandingDelay = { readonly milliseconds: () => number; readonly stop: () => void }

/**
 * Watches event loop delay. One long turn is a burst, a second one in a row is a queue, so the lesser of the last and the
 * current turn counts. The current turn counts while it still runs.
 */
export function watchStandingDelay(): StandingDelay {
  let lookedAt = performance.now()
  let last = 0
  const sinceLook = (): number => Math.max(performance.now() - lookedAt - LOOK_MS, 0)
  const timer = setInterval(() => {
    last = sinceLook()
    lookedAt = performance.now()
  }, LOOK_MS).unref()
  return { milliseconds: () => Math.min(last, sinceLook()), stop: () => clearInterval(timer) }
}
