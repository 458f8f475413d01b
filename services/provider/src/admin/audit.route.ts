import { AuditEventList, AuditQuery } from '@countersign/contracts'
import { type Api, ServiceError } from '@countersign/service'
import { listEvents } from '../audit/audit.store.ts'
import { describeEvent } from '../audit/describe-event.ts'
import { ADMIN, type AdminDependencies } from './admin-endpoint.ts'
import { pageSize } from './page.ts'

const schema = {
  ...ADMIN,
  operationId: 'listAuditEvents',
  summary: 'What was decided, the newest first: identifiers, never values',
  querystring: AuditQuery,
  response: { 200: AuditEventList },
}

/** GET /api/admin/audit-events/: the audit trail. Other processes' events of the last second may still be on their way. */
export function mountAuditEvents(app: Api, { sql, cursors }: AdminDependencies): void {
  app.get('/api/admin/audit-events/', { schema }, async (request) => {
    const { limit, cursor, client_id: clientId, user_id: userId, event, since } = request.query
    const list = `audit ${JSON.stringify([clientId, userId, event, since])}`
    const [before] = cursor === undefined ? [] : cursors.open(list, cursor)
    const filter = { clientId, userId, event, since: since === undefined ? undefined : readTime(since) }
    await app.auditTrail.flush()
    const { events, next } = await listEvents(sql, filter, { limit: pageSize({ limit }), before })
    return { events: events.map(describeEvent), next_cursor: next === undefined ? null : cursors.seal(list, [next]) }
  })
}

/** The schema lets a leap second through, which no Date can hold. */
function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new ServiceError('invalid_request', 'since must be an ISO 8601 timestamp.')
  return time
}
