import { listInitialAccessTokens } from '@countersign/provider'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatTable } from '../output.ts'
import { withProviderDatabase } from '../with-provider-database.ts'

const ONE_DAY_HOURS = 24
const SECONDS_PER_HOUR = 3_600
const MAXIMUM = 10_000

type CreateFlags = { readonly expiresHours: number; readonly uses?: number; readonly json?: true }
type JsonFlag = { readonly json?: true }

/** `countersign registration-tokens …`: who may register apps over the network (DYNAMIC_REGISTRATION=token). */
export function addRegistrationTokensCommands(program: Command, context: CommandContext): void {
  const tokens = program
    .command('registration-tokens')
    .description('the initial access tokens that let their holders register apps')
  addCreate(tokens, context)
  addList(tokens, context)
  addRemove(tokens, context)
}

function addCreate(tokens: Command, context: CommandContext): void {
  tokens
    .command('create')
    .description('make a token that registers apps; it is shown once')
    .option('--expires-hours <hours>', 'how long it works', parseNumber, ONE_DAY_HOURS)
    .option('--uses <number>', 'how many apps it can register; any number if left out', parseNumber)
    .option('--json', 'print JSON')
    .action(({ expiresHours, uses, json }: CreateFlags) =>
      withProviderDatabase(context)(async (_sql, registrar) => {
        const lifetimeSeconds = expiresHours * SECONDS_PER_HOUR
        const token = await registrar.createInitialAccessToken({ lifetimeSeconds, uses })
        const { tokenId, initialAccessToken, expiresAt } = token
        context.output.print(
          json
            ? JSON.stringify({ token_id: tokenId, initial_access_token: initialAccessToken }, undefined, 2)
            : `  initial_access_token  ${initialAccessToken}\n\nKeep it now: it is never shown again. It works until ${expiresAt.toISOString()}.`,
        )
      }),
    )
}

function addList(tokens: Command, context: CommandContext): void {
  tokens
    .command('list')
    .description('list the tokens that still work')
    .option('--json', 'print JSON')
    .action(({ json }: JsonFlag) =>
      withProviderDatabase(context)(async (sql) => {
        const found = await listInitialAccessTokens(sql)
        const rows = found.map(({ tokenId, expiresAt, remainingUses }) => ({
          token_id: tokenId,
          expires_at: expiresAt.toISOString(),
          remaining_uses: remainingUses ?? null,
        }))
        if (json) return context.output.print(JSON.stringify(rows, undefined, 2))
        if (rows.length === 0) return context.output.print('There is no token that works.')
        const cells = rows.map((row) => [row.token_id, row.expires_at, String(row.remaining_uses ?? 'any number')])
        return context.output.print(formatTable([['token_id', 'works until', 'uses left'], ...cells]))
      }),
    )
}

function addRemove(tokens: Command, context: CommandContext): void {
  tokens
    .command('remove')
    .description('end a token; the apps that it registered stay')
    .argument('<token_id>')
    .option('--json', 'print JSON')
    .action((tokenId: string, { json }: JsonFlag) =>
      withProviderDatabase(context)(async (_sql, registrar) => {
        const removed = await registrar.removeInitialAccessToken(tokenId)
        if (!removed) throw new CommandError('There is no such token. See: countersign registration-tokens list')
        context.output.print(json ? JSON.stringify({ token_id: tokenId, removed }) : 'Ended.')
      }),
    )
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (/^[1-9]\d*$/.test(text) && number <= MAXIMUM) return number
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAXIMUM}.`)
}
