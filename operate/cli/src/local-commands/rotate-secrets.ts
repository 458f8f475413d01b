import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { collect } from '../client-options.ts'
import type { LocalContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { describeRotation, describeSecrets } from '../rotation/describe-rotation.ts'
import { rotateSecrets } from '../rotation/rotate-secrets.ts'
import { stateFilesBeside } from '../rotation/rotation-state.ts'

const EXAMPLE = `
Each run does the next step: the new value is accepted, it is used, the former one goes. No request fails if every
process is restarted in between. Interrupted, run it again.

Example:
  countersign rotate-secrets --list
  countersign rotate-secrets --in /etc/countersign/countersign.env
  countersign rotate-secrets --in /etc/countersign/countersign.env --restarted

  countersign rotate-secrets --in provider.env --in core.env --in web.env --passwords`

type Flags = {
  readonly in?: readonly string[]
  readonly list?: true
  readonly restarted?: true
  readonly passwords?: true
  readonly anew?: true
  readonly remove?: readonly string[]
}

export function addRotateSecretsCommand(program: Command, { output, directory }: LocalContext): void {
  program
    .command('rotate-secrets')
    .description('replace every secret of serve step by step, as when an operator leaves')
    .option('--in <path>', 'a file of settings, or a directory of secret files; repeatable', (path, sofar) =>
      collect(resolve(directory, path), sofar),
    )
    .addOption(
      new Option('--list', 'only say what an operator could have kept, and how each is replaced').conflicts('in'),
    )
    .option('--restarted', 'every process was restarted after the last step, the last one a minute ago')
    .option('--passwords', 'also OPAQUE_SERVER_SETUP and LOGIN_INDEX_KEY: people type their password once more')
    .option('--remove <name>', 'take its former value out before its time, whole; repeatable', collect)
    .option('--anew', 'begin once more while former values still wait for their time')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: Flags) => {
      if (flags.list) return output.print(describeSecrets())
      const { in: paths = [], restarted = false, passwords = false, anew = false, remove = [] } = flags
      if (paths.length === 0) throw new CommandError('Name the files that hold the secrets with --in, or say --list.')
      const now = new Date()
      const wish = { isRestarted: restarted, withPasswords: passwords, isAnew: anew, remove }
      return output.print(describeRotation(await rotateSecrets(paths, stateFilesBeside(paths), wish, now), now))
    })
}
