import type { AuditedEvent, ConsoleApi } from '../api/console-api.ts'

/** More belongs into a log pipeline, not into a page's memory. */
export const EXPORT_LIMIT = 50_000

const PAGE_SIZE = '100'

type Export = Pick<ConsoleApi, 'listEvents'> & {
  /** As `toQuery` answers it. */
  readonly query: Readonly<Record<string, string>>
  readonly onProgress: (events: number) => void
  readonly signal: AbortSignal
}

/**
 * Reads every page of the trail that matches, up to EXPORT_LIMIT events: one JSON object a line, newest first.
 * @throws ClientError
 */
export async function exportEvents({ listEvents, query, onProgress, signal }: Export) {
  const events: AuditedEvent[] = []
  let cursor: string | undefined
  do {
    const page = await listEvents({ ...query, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) })
    events.push(...page.items)
    cursor = page.next
    onProgress(events.length)
  } while (cursor !== undefined && events.length < EXPORT_LIMIT && !signal.aborted)
  return { lines: events.map((event) => `${JSON.stringify(event)}\n`).join(''), isComplete: cursor === undefined }
}
