import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Overloaded } from '../errors.ts'
import { countEvent } from '../telemetry/metrics/counters.ts'
import { watchStandingDelay } from './standing-delay.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is refused before the others, or never, when more is asked than can be done in time. */
    readonly shed?: 'first' | 'never'
  }
}

/** Of a route that begins something: it is refused while what was begun already is still answered. */
export const BEGINS = { config: { shed: 'first' } } as const
/** Of a route by which others find out how this process is. */
export const NEVER_SHED = { config: { shed: 'never' } } as const

export type LoadLimits = {
  /** How long requests may wait for this process at most. */
  readonly maxDelayMs: number
  /** How much of what may wait for the database does: 1 is all of it. */
  readonly databaseLoad: () => number
}

/** From this part of what can be borne on nothing new is begun, so that what was begun comes to its end. */
const NOTHING_NEW_FROM = 0.5

/**
 * Refuses requests before anything is done for them, once this process or its database has more to do than it does in time:
 * 503, with when to come again. For the routes that are mounted after this.
 */
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
    // A browser that may not ask first cannot be told that it should come again.
    if (shed === 'never' || route.method === 'OPTIONS') return
    // After the hooks of its scope, which say who may read the answer, and before its own, which ask the database.
    route.onRequest = [shed === 'first' ? first : late, route.onRequest ?? []].flat()
  })
  // What has no address begins nothing either, and its body would be read before it is told so.
  app.addHook('onRequest', function refuseUnknown(request, reply, done) {
    if (request.is404) first.call(this, request, reply, done)
    else done()
  })
  app.addHook('onClose', async () => delay.stop())
}

const QUIET_MS = 10_000

/** One line when refusing begins, and one when nobody was refused for a while: not one for each, under load. */
function noteShedding({ log }: FastifyInstance): (load: number) => void {
  let refused = 0
  let end: NodeJS.Timeout | undefined
  // In the context of here, not of the request that had it begin.
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
