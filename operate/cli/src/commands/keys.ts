import { type CreatedKey, countLockedKeys, listKeys, readKeyEncryptionSecrets } from '@countersign/provider'
import { isSet } from '@countersign/service/settings'
import { type Sql } from '@countersign/service/sql'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson, formatTable } from '../output.ts'
import { addListCommand, type JsonFlag, onProvider } from '../provider-commands.ts'

type Flags = JsonFlag & { readonly immediately?: boolean; readonly lostSecret?: boolean }

/** `countersign keys …`: the keys that sign id_tokens. They rotate by themselves; these commands do it now. */
export function addKeysCommands(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('the keys that id_tokens are signed with')
  addListCommand(keys, context, {
    description: 'list the keys, the newest of each algorithm first',
    find: findSigningKeys,
    empty: 'There is no key yet: the first sign-in with openid makes them.',
    columns: {
      kid: ({ kid }) => kid,
      algorithm: ({ algorithm }) => algorithm,
      state: ({ state }) => state,
      'signs from': (key) => key.active_from,
      'signs until': (key) => key.retires_at ?? '',
    },
  })
  addRotate(keys, context)
}

/** HS256 is the secret behind pairwise subjects: it signs nothing. */
async function findSigningKeys(sql: Sql) {
  const keys = (await listKeys(sql)).filter(({ algorithm }) => algorithm !== 'HS256')
  return keys.map(({ kid, algorithm, state, activeFrom, retiresAt }) => {
    const [active_from, retires_at] = [activeFrom.toISOString(), retiresAt?.toISOString() ?? null]
    return { kid, algorithm, state, active_from, retires_at }
  })
}

function addRotate(keys: Command, context: CommandContext): void {
  keys
    .command('rotate')
    .description('make new keys; they are published ten minutes before they sign')
    .option('--immediately', 'after a leak: sign with the new keys now, and publish the old ones no more')
    .option(
      '--lost-secret',
      'KEY_ENCRYPTION_SECRET is lost: the same, and apps with pairwise subjects no longer recognize people',
    )
    .option('--json', 'print JSON')
    .action(({ lostSecret = false, immediately = lostSecret, json }: Flags) =>
      onProvider(context, async (sql, registrar) => {
        const keyEncryptionSecrets = await readKeyEncryptionSecrets(context.env)
        if (!isSet(context.env, 'KEY_ENCRYPTION_SECRET')) {
          await refuseOthersKeys(sql, { keyEncryptionSecrets, isSecretLost: lostSecret })
        }
        const created = await registrar.rotateKeys({ keyEncryptionSecrets, immediately, isSecretLost: lostSecret })
        context.output.print(json ? formatJson(created) : describeCreated(created))
      }),
    )
}

type Fallback = { readonly keyEncryptionSecrets: readonly string[]; readonly isSecretLost: boolean }

/** Core's settings lack the secret: keys sealed with the service token would lock the provider out. */
async function refuseOthersKeys(sql: Sql, { keyEncryptionSecrets, isSecretLost }: Fallback): Promise<void> {
  if (!isSecretLost && (await countLockedKeys(sql, keyEncryptionSecrets)) === 0) return
  throw new CommandError(
    "KEY_ENCRYPTION_SECRET is not set. Give this command the provider's settings; if the secret is lost, with a new one in them.",
  )
}

function describeCreated(created: readonly CreatedKey[]): string {
  if (created.length === 0) return 'Nothing to do: the newest keys are not in use yet. See: countersign keys list'
  const rows = created.map(({ kid, algorithm, activeFrom }) => [kid, algorithm, activeFrom.toISOString()])
  return `${formatTable([['kid', 'algorithm', 'signs from'], ...rows])}\n\nRunning processes notice by themselves.`
}
