import { INVITATION_DEFAULTS, INVITATION_LIMITS, type InvitationRecord } from '@countersign/contracts'
import { isVisible } from '@countersign/contracts/visible-text'
import { coreMigrations, createInvitation, listInvitations, removeInvitation } from '@countersign/core'
import { ServiceError } from '@countersign/service/errors'
import { type Environment, findReadable } from '@countersign/service/settings'
import { migrate, type SqlPool } from '@countersign/service/sql'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson, formatTable } from '../output.ts'
import { type JsonFlag, wholeNumberFrom } from '../provider-commands.ts'

const SECONDS_PER_DAY = 24 * 3_600
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type CreateFlags = JsonFlag & { readonly uses: number; readonly expiresDays: number; readonly note?: string }

/** `countersign invitations …`: links that let people sign up where SIGN_UPS is `invited`. */
export function addInvitationsCommands(program: Command, context: CommandContext): void {
  const invitations = program.command('invitations').description('the links that let people sign up (SIGN_UPS=invited)')
  addCreate(invitations, context)
  addList(invitations, context)
  addRemove(invitations, context)
}

function addCreate(invitations: Command, context: CommandContext): void {
  const { env, user, output } = context
  invitations
    .command('create')
    .description('make a link for one person or several; it is shown once')
    .option(
      '--uses <number>',
      'how many people it admits',
      wholeNumberFrom(1, INVITATION_LIMITS.uses),
      INVITATION_DEFAULTS.uses,
    )
    .option(
      '--expires-days <days>',
      'how long it works',
      wholeNumberFrom(1, INVITATION_LIMITS.days),
      INVITATION_DEFAULTS.days,
    )
    .option('--note <text>', 'for operators, stored in clear', parseNote)
    .option('--json', 'print JSON')
    .action(({ uses, expiresDays, note, json }: CreateFlags) => {
      const webOrigin = webOriginOf(env)
      return onCore(context, async (sql) => {
        const parts = { sql, operator: { by: `command_line:${user}` }, webOrigin } as const
        const made = await createInvitation(parts, { uses, expires_in: expiresDays * SECONDS_PER_DAY, note })
        if (json) return output.print(formatJson(made))
        const until = `Keep it now: it is never shown again. It works until ${made.expires_at}.`
        const unused = findReadable(env, 'SIGN_UPS') === 'invited' ? '' : ' It is needed only with SIGN_UPS=invited.'
        return output.print(`  ${made.invitation_url}\n\n${until}${unused}`)
      })
    })
}

function addList(invitations: Command, context: CommandContext): void {
  const { output } = context
  invitations
    .command('list')
    .description('list invitations; ended ones for another 30 days')
    .option('--json', 'print JSON')
    .action(({ json }: JsonFlag) =>
      onCore(context, async (sql) => {
        const found = await listInvitations(sql)
        if (json) return output.print(formatJson(found))
        if (found.length === 0) return output.print('There is no invitation.')
        return output.print(formatTable([['invitation_id', 'works until', 'used', 'note'], ...found.map(rowOf)]))
      }),
    )
}

function rowOf({ invitation_id, expires_at, used, uses, note }: InvitationRecord): string[] {
  return [invitation_id, expires_at, `${used} of ${uses}`, note ?? '']
}

function addRemove(invitations: Command, context: CommandContext): void {
  invitations
    .command('remove')
    .description('end an invitation; the accounts made with it stay')
    .argument('<invitation_id>')
    .option('--json', 'print JSON')
    .action((id: string, { json }: JsonFlag) =>
      onCore(context, async (sql) => {
        if (!UUID.test(id)) throw noSuchInvitation()
        await removeInvitation({ sql, operator: { by: `command_line:${context.user}` } }, id.toLowerCase())
        context.output.print(json ? JSON.stringify({ invitation_id: id, removed: true }) : 'Ended.')
      }),
    )
}

function noSuchInvitation(): CommandError {
  return new CommandError('There is no such invitation. See: countersign invitations list')
}

function parseNote(text: string): string {
  if (text !== '' && text.length <= INVITATION_LIMITS.noteLength && isVisible(text)) return text
  throw new InvalidArgumentError(`It must have 1 to ${INVITATION_LIMITS.noteLength} visible characters on one line.`)
}

/** @throws CommandError */
function webOriginOf(env: Environment): string {
  const address = findReadable(env, 'WEB_URL') ?? findReadable(env, 'BASE_URL') ?? ''
  if (URL.canParse(address)) return new URL(address).origin
  throw new CommandError('Set BASE_URL, and WEB_URL for a page that runs apart: the link begins with it.')
}

/** Migrates core's tables, then runs `work` on them. Running processes tell the provider of it. */
function onCore({ withDatabase }: CommandContext, work: (sql: SqlPool) => Promise<void>): Promise<void> {
  return withDatabase(async (database) => {
    await migrate(database, coreMigrations)
    await work(database.sql).catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'not_found' ? noSuchInvitation() : error
    })
  })
}
