import { listEvents } from '@countersign/provider'
import type { CommandContext } from '../command-context.ts'
import type { Finding } from './finding.ts'

const ONE_DAY_MS = 86_400_000

/** Who forwarded requests during the last day and was not believed: a proxy that TRUSTED_PROXIES does not name, as a rule. */
export async function inspectProxies({ withDatabase }: CommandContext): Promise<Finding[]> {
  const since = new Date(Date.now() - ONE_DAY_MS)
  const { events } = await withDatabase(({ sql }) =>
    listEvents(sql, { event: 'forwarded_header_ignored', since }, { limit: 1 }),
  ).catch(
    // Of a database that is away or not migrated the other findings tell.
    () => ({ events: [] }),
  )
  return events.map(({ at, network }) => ({
    name: `proxy ${network ?? 'unknown'}`,
    value: `not believed at ${at}`,
    source: 'audit trail',
    weakness:
      'forwards requests and is not believed: if it is yours, name it in TRUSTED_PROXIES, or all count as one address.',
  }))
}
