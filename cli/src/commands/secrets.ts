import { generateCoreSecrets } from '@countersign/core'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

/** `countersign secrets`: new values for the secrets behind passwords, which no other tool makes. Stores nothing. */
export function addSecretsCommand(program: Command, { output }: CommandContext): void {
  program
    .command('secrets')
    .description('print new values for OPAQUE_SERVER_SETUP and LOGIN_INDEX_KEY; nothing is stored')
    .action(async () => {
      const secrets = Object.entries(await generateCoreSecrets())
      output.print(secrets.map(([name, value]) => `${name}=${value}`).join('\n'))
    })
}
