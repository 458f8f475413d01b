import { describeEvent, listEvents } from '@countersign/provider'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { formatJson, formatTable } from '../output.ts'
import { type JsonFlag, onProvider, wholeNumberFrom } from '../provider-commands.ts'

const MAXIMUM_LIMIT = 10_000
const DEFAULT_LIMIT = 100
const COLUMNS = ['at', 'event', 'outcome', 'client_id', 'user_id', 'network', 'times'] as const

type Flags = JsonFlag & {
  readonly client?: string
  readonly user?: string
  readonly event?: string
  readonly since?: Date
  readonly limit: number
}

const EXAMPLE = `
Example:
  countersign audit --event token_request_refused --since 2026-11-20T00:00:00Z`

export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description('decisions, newest first: issued, refused and why, revoked, registered, rotated')
    .option('--client <client_id>', 'of one app')
    .option('--user <user_id>', 'of one person')
    .option('--event <event>', 'of one kind, for example tokens_issued')
    .option('--since <time>', 'no older than this (ISO 8601)', parseTime)
    .option('--limit <number>', 'how many', wholeNumberFrom(1, MAXIMUM_LIMIT), DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(({ client: clientId, user: userId, event: kind, since, limit, json }: Flags) =>
      onProvider(context, async (sql) => {
        const page = await listEvents(sql, { clientId, userId, event: kind, since }, { limit })
        const events = page.events.map(describeEvent)
        if (page.next !== undefined) context.complain(describeRest(limit))
        if (json) return context.output.print(formatJson(events))
        if (events.length === 0) return context.output.print('There is no such event.')
        const columns = events.some(({ reason }) => reason !== null) ? [...COLUMNS, 'reason' as const] : COLUMNS
        const rows = events.map((event) => columns.map((column) => String(event[column] ?? '-')))
        return context.output.print(formatTable([columns, ...rows]))
      }),
    )
}

function describeRest(limit: number): string {
  const more = limit < MAXIMUM_LIMIT ? `--limit shows up to ${MAXIMUM_LIMIT}, ` : ''
  return `There are more than these ${limit}: ${more}--since, --client, --user and --event choose.\n`
}

function parseTime(text: string): Date {
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('It must be a time such as 2026-11-20T00:00:00Z.')
}
