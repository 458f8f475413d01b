import { listInitialAccessTokens } from '@countersign/provider'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson } from '../output.ts'
import { addListCommand, addRemoveCommand, type JsonFlag, onProvider, wholeNumberFrom } from '../provider-commands.ts'

const ONE_DAY_HOURS = 24
const SECONDS_PER_HOUR = 3_600
const parseNumber = wholeNumberFrom(1, 10_000)

type CreateFlags = JsonFlag & { readonly expiresHours: number; readonly uses?: number }

/** `countersign registration-tokens …`: initial access tokens, for DYNAMIC_REGISTRATION=token (RFC 7591 §1.2). */
export function addRegistrationTokensCommands(program: Command, context: CommandContext): void {
  const tokens = program
    .command('registration-tokens')
    .description('the initial access tokens that let their holders register apps')
  addCreate(tokens, context)
  addListCommand(tokens, context, {
    description: 'list the tokens that still work',
    find: async (sql) =>
      (await listInitialAccessTokens(sql)).map(({ tokenId, expiresAt, remainingUses }) => ({
        token_id: tokenId,
        expires_at: expiresAt.toISOString(),
        remaining_uses: remainingUses ?? null,
      })),
    empty: 'There is no token that works.',
    columns: {
      token_id: (token) => token.token_id,
      'works until': (token) => token.expires_at,
      'uses left': (token) => String(token.remaining_uses ?? 'any number'),
    },
  })
  addRemoveCommand(tokens, context, {
    argument: 'token_id',
    description: 'end a token; the apps that it registered stay',
    remove: async (registrar, tokenId) => {
      if (await registrar.removeInitialAccessToken(tokenId)) return
      throw new CommandError('There is no such token. See: countersign registration-tokens list')
    },
    done: 'Ended.',
  })
}

function addCreate(tokens: Command, context: CommandContext): void {
  tokens
    .command('create')
    .description('make a token that registers apps; it is shown once')
    .option('--expires-hours <hours>', 'how long it works', parseNumber, ONE_DAY_HOURS)
    .option('--uses <number>', 'how many apps it can register; any number if left out', parseNumber)
    .option('--json', 'print JSON')
    .action(({ expiresHours, uses, json }: CreateFlags) =>
      onProvider(context, async (_sql, registrar) => {
        const lifetimeSeconds = expiresHours * SECONDS_PER_HOUR
        const token = await registrar.createInitialAccessToken({ lifetimeSeconds, uses })
        const { tokenId, initialAccessToken, expiresAt } = token
        context.output.print(
          json
            ? formatJson({ token_id: tokenId, initial_access_token: initialAccessToken })
            : `  initial_access_token  ${initialAccessToken}\n\nKeep it now: it is never shown again. It works until ${expiresAt.toISOString()}.`,
        )
      }),
    )
}
