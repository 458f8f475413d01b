import { userInfo } from 'node:os'
import { INSTALLED_MANIFEST } from '@countersign/console'
import type { Environment } from '@countersign/service/settings'
import { describeVerifyClient } from '@countersign/verify-client'
import type { Command } from 'commander'
import { createClaimsKeyMaker } from './claims-key.ts'
import { createProgram, nameAllMissing, runCommandLine, type Terminal } from './command-line.ts'
import { addDatabaseCommands } from './commands/database-commands.ts'
import { carryOutElsewhere } from './control/ask-running-process.ts'
import { createFileReader, createSecretMaker } from './files.ts'
import { addBackupCommand, addExportToPostgresCommand, addRestoreCommand } from './local-commands/backup.ts'
import { addDevCommand } from './local-commands/dev.ts'
import { addHealthCommand } from './local-commands/health.ts'
import { addOpenExportCommand } from './local-commands/open-export.ts'
import { addPersonCommand } from './local-commands/person.ts'
import { addRotateSecretsCommand } from './local-commands/rotate-secrets.ts'
import { addSecretsCommand } from './local-commands/secrets.ts'
import { addServeCommand } from './local-commands/serve.ts'
import { terminal } from './output.ts'
import { PATIENCE, type Patience } from './patience.ts'
import { withConfiguredDatabase } from './with-database.ts'

type ProgramOptions = Partial<Terminal> & { readonly env?: Environment; readonly patience?: Patience }

const EXAMPLES = `
Examples:
  countersign dev                                   everything and a demo app, on this machine
  countersign dev --app http://localhost:3000/cb    everything for an app of yours, registered
  countersign serve                                 all components on one address
  countersign serve --workers auto                  the same by one process for each core, on PostgreSQL
  countersign serve provider                        one component; the others run elsewhere
  countersign serve oprf                            evaluates passwords for a core that cannot guess them
  countersign clients add --name "My App" --redirect-uri https://app.example/callback --scope email:required
  countersign doctor                                what is in force, and what is weak
  countersign backup countersign.backup             the embedded database in one file, while it is used
  countersign verify-client https://id.example      whether a server sends browsers what this release holds`

export async function runProgram(parameters: readonly string[], options: ProgramOptions = {}): Promise<number> {
  const { output = terminal, complain = (text) => void process.stderr.write(text) } = options
  const program = assembleProgram(parameters, { ...options, output, complain })
  return runCommandLine(program, parameters, { output, complain })
}

/** Starts nothing: the reference documents are generated from it too. */
export function assembleProgram(
  parameters: readonly string[],
  { env = process.env, patience = PATIENCE, output, complain }: ProgramOptions & Terminal,
): Command {
  // npm runs scripts at the root; INIT_CWD is the user's directory.
  const directory = env['INIT_CWD'] ?? process.cwd()
  const { readFile, files } = createFileReader(directory)
  const user = readUserName()
  const tryElsewhere = () => carryOutElsewhere({ env, user, parameters, files }, { output, complain }, patience)
  const withDatabase = withConfiguredDatabase({ env, tryElsewhere, patience, complain })
  const makeClaimsKey = createClaimsKeyMaker(directory, files)
  const makeSecret = createSecretMaker(directory, complain)
  const context = { env, output, complain, readFile, makeClaimsKey, makeSecret, user, withDatabase }
  const program = createProgram({ output, complain }).addHelpText('after', EXAMPLES)
  const own = { ...context, directory, patience }
  addDevCommand(program, own)
  addServeCommand(program, context)
  addHealthCommand(program, context)
  for (const command of addDatabaseCommands(program, context)) {
    command.hook('preAction', tryElsewhere)
  }
  addBackupCommand(program, own)
  addRestoreCommand(program, own)
  addExportToPostgresCommand(program, own)
  addSecretsCommand(program, own)
  addRotateSecretsCommand(program, own)
  addOpenExportCommand(program, own)
  addPersonCommand(program, context)
  const { print } = output
  describeVerifyClient(program.command('verify-client'), { env, print, readFile, manifest: INSTALLED_MANIFEST })
  nameAllMissing(program)
  return program
}

/** In a container a user may have no name. */
function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
