import { isReason } from '@countersign/contracts/visible-text'
import { type AccountsByCommand, coreMigrations, withAccounts } from '@countersign/core'
import { ServiceError } from '@countersign/service/errors'
import { migrate } from '@countersign/service/sql'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson } from '../output.ts'
import type { JsonFlag } from '../provider-commands.ts'

type Act = Parameters<AccountsByCommand['act']>[0]['act']
type ActFlags = JsonFlag & { readonly reason: string; readonly yes?: true }

const EXAMPLE = `
Example:
  countersign accounts suspend 7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11 --reason "Spam was sent from it."`

/** `countersign accounts …`: an account by the id that its person reads out. Core knows no names. */
export function addAccountsCommands(program: Command, context: CommandContext): void {
  const { output } = context
  const accounts = program.command('accounts').description("people's accounts, by their ids")
  accounts
    .command('figures')
    .description('count accounts, and those in use, as JSON')
    .action(() => onCore(context, async ({ readFigures }) => output.print(formatJson(await readFigures()))))
  withId(accounts.command('show'))
    .description('show an account in numbers, as JSON')
    .action((id: readonly string[]) =>
      onCore(context, async ({ read }) => output.print(formatJson(await read(parseId(id))))),
    )
  addAct(accounts, context, {
    act: 'end_sessions',
    description: 'sign out all its devices',
    done: 'All its sessions have ended.',
  })
  addAct(accounts, context, {
    act: 'suspend',
    description: 'end its sessions, and refuse sign-in and refresh until it is unsuspended',
    done: 'Suspended. Apps lose access within ten seconds, and get it back with: countersign accounts unsuspend',
  })
  addAct(accounts, context, {
    act: 'unsuspend',
    description: 'allow sign-in and refresh again',
    done: 'Not suspended any more. Apps have access again within ten seconds.',
  })
  addAct(accounts, context, {
    act: 'delete',
    description: 'delete it, its vault and all that it allowed, for good',
    done: 'Deleted.',
  })
  accounts.addHelpText('after', EXAMPLE)
}

type Acting = { readonly act: Act; readonly description: string; readonly done: string }

function addAct(accounts: Command, context: CommandContext, { act, description, done }: Acting): void {
  const command = withId(accounts.command(act.replace('_', '-')))
    .description(description)
    .requiredOption('--reason <text>', 'why, in 3 to 500 characters: the person reads it', parseReason)
  if (act === 'delete') command.option('--yes', 'delete what no one can bring back')
  command.option('--json', 'print JSON').action((id: readonly string[], { reason, json, yes }: ActFlags) => {
    if (act === 'delete' && !yes)
      throw new CommandError('Deleting an account cannot be undone. If you mean it, add --yes.')
    const userId = parseId(id)
    return onCore(context, async (accountsOfCore) => {
      await accountsOfCore.act({ act, userId, reason })
      if (!json) return context.output.print(done)
      const shown = act === 'delete' ? { user_id: userId, deleted: true } : await accountsOfCore.read(userId)
      return context.output.print(formatJson(shown))
    })
  })
}

function withId(command: Command): Command {
  return command.argument('<id...>', 'as the person reads it out: in any case, with spaces, or without dashes')
}

/** @throws CommandError */
function parseId(parts: readonly string[]): string {
  const digits = parts.join('').replaceAll(/[\s-]/g, '').toLowerCase()
  const [, ...groups] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits) ?? []
  if (groups.length > 0) return groups.join('-')
  throw new CommandError('An id has 32 digits and letters from a to f. The person finds theirs under "Account".')
}

function parseReason(text: string): string {
  if (isReason(text.trim())) return text.trim()
  throw new InvalidArgumentError('It must have 3 to 500 visible characters on one line, without an address.')
}

/** Migrates core's tables, then runs `work` on them. */
function onCore(
  { withDatabase, env, user, complain }: CommandContext,
  work: (accounts: AccountsByCommand) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database) => {
    await migrate(database, coreMigrations)
    const warn = (message: string): void => complain(`${message}\n`)
    const command = { sql: database.sql, env, by: `command_line:${user}`, warn } as const
    await withAccounts(command, work).catch((error: unknown) => {
      throw error instanceof ServiceError ? new CommandError(error.message) : error
    })
  })
}
