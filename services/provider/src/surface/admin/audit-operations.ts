import { type AuditEvent, type FiguresReport, OAUTH_ERROR_STATUS } from '@countersign/contracts'
import { ServiceError, undefinedWhereUnavailable } from '@countersign/service/errors'
import type { Sql } from '@countersign/service/sql'
import { readFigures } from '@countersign/service/telemetry'
import { findClient } from '../../clients/client.store.ts'
import {
  type CountedRefusal,
  countByDay,
  countRefusals,
  type DayTotals,
  describeEvent,
  listEvents,
} from '../../ground/audit/audit.store.ts'
import type { ProviderConfig } from '../../ground/config.ts'
import { errorUriOf } from '../../ground/http/oauth-endpoint.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type Actor, noSuchClient, requireOwnClient, validated } from './actor.ts'
import { type Cursors, pageSize } from './cursor.ts'

/** Reads the audit trail. Other processes may still buffer the last second. */
export function createAuditOperations(dependencies: ProviderDependencies & { readonly cursors: Cursors }) {
  const { sql, cursors } = dependencies
  return {
    listAuditEvents: validated('listAuditEvents', async ({ query }, call) => {
      const { limit, cursor, client_id: clientId, user_id: userId, event, outcome, since, until } = query
      await requireOwnTrail(dependencies, call.actor, query)
      // No index by outcome: this would read the whole trail.
      if (outcome !== undefined && clientId === undefined && userId === undefined && event === undefined) {
        throw new ServiceError('invalid_request', 'Name an event, a client_id or a user_id beside the outcome.')
      }
      const list = `audit ${JSON.stringify([clientId, userId, event, outcome, since, until])}`
      const [before] = cursor === undefined ? [] : cursors.open(list, cursor)
      const times = { since: readTime('since', since), until: readTime('until', until) }
      await call.source.server.auditTrail.flush()
      const page = { limit: pageSize({ limit }), before }
      const { events, next } = await listEvents(sql, { clientId, userId, event, outcome, ...times }, page)
      return {
        events: events.map(describeEvent).map((each) => forActor(each, call.actor)),
        next_cursor: next === undefined ? null : cursors.seal(list, [next]),
      }
    }),
  }
}

/** Developers read the events of one app of theirs. */
async function requireOwnTrail(
  dependencies: ProviderDependencies,
  actor: Actor,
  { client_id: clientId, user_id: userId }: { readonly client_id?: string; readonly user_id?: string },
): Promise<void> {
  if (actor.role === 'administrator') return
  if (clientId === undefined || userId !== undefined) {
    throw new ServiceError('invalid_request', 'Name an app of yours by client_id, and no user_id.')
  }
  await requireOwnClient(dependencies, actor, clientId)
}

/** Developers do not see users: their id is the same at every app, pairwise or not. */
function forActor(event: AuditEvent, { role, userId }: Actor): AuditEvent {
  if (role === 'administrator' || event.user_id === userId) return event
  // Nor the operator's account name.
  const outcome = event.outcome?.startsWith('command_line:') ? 'command_line' : event.outcome
  const hidden = { user_id: null, actor_id: null, reason: null, grant_id: null, auth_request_id: null, network: null }
  return { ...event, outcome, ...hidden }
}

/** The schema allows a leap second, which Date cannot hold. */
function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new ServiceError('invalid_request', `${name} must be an ISO 8601 timestamp.`)
  return time
}

/** Refusals of an app. Other processes may still buffer the last second. */
export function createErrorOperations({ sql, now, config }: Pick<ProviderDependencies, 'sql' | 'now' | 'config'>) {
  return {
    listClientErrors: validated('listClientErrors', async ({ params: { client_id: clientId } }, { source }) => {
      if (!(await findClient(sql, clientId))) throw noSuchClient()
      await source.server.auditTrail.flush()
      const since = new Date(now().getTime() - DAYS * DAY_MS)
      const counted = await countRefusals(sql, clientId, since).catch(undefinedWhereUnavailable)
      return { since: since.toISOString(), errors: counted?.map((each) => describeRefusal(each, config)) ?? null }
    }),
  }
}

function describeRefusal({ event, outcome, count, lastAt }: CountedRefusal, config: ProviderConfig) {
  // An outcome may be a code with its reason, as in `invalid_client: wrong_secret`.
  const [code = ''] = outcome?.split(':') ?? []
  const documentation = code in OAUTH_ERROR_STATUS ? (errorUriOf(config, code) ?? null) : null
  return { event, outcome: outcome ?? null, count, last_at: lastAt.toISOString(), documentation }
}

export function createFiguresOperations({ sql, now }: Pick<ProviderDependencies, 'sql' | 'now'>) {
  const readDays = createDailyTotals(sql, now)
  return {
    async readFigures(): Promise<FiguresReport> {
      const { since, events, refusals, routes } = await readFigures()
      const days = await readDays()
      return {
        since: since.toISOString(),
        events: [...events],
        refusals: [...refusals],
        routes: routes.map((route) => ({
          component: route.component,
          route: route.route,
          method: route.method,
          count: route.count,
          failed: route.failed,
          p50_milliseconds: route.p50Milliseconds,
          p95_milliseconds: route.p95Milliseconds,
          p99_milliseconds: route.p99Milliseconds,
        })),
        days: days ? [...days] : null,
      }
    },
  }
}

const DAYS = 30
const DAY_MS = 86_400_000
const MAXIMUM_AGE_MS = 60_000

/**
 * Events by kind and day; undefined if the database does not count them in time. Counts at most once a minute: each
 * count reads a month of events.
 */
function createDailyTotals(sql: Sql, now: () => Date) {
  let counted: { readonly at: number; readonly totals: Promise<readonly DayTotals[] | undefined> } | undefined

  return () => {
    const at = now().getTime()
    if (!counted || at - counted.at >= MAXIMUM_AGE_MS) {
      const firstDay = new Date(at - (at % DAY_MS) - (DAYS - 1) * DAY_MS)
      counted = { at, totals: countByDay(sql, firstDay).catch(undefinedWhereUnavailable) }
    }
    return counted.totals
  }
}
