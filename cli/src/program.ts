import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import type { CommandContext } from './command-context.ts'
import { describeError } from './command-error.ts'
import { addAuditCommand } from './commands/audit.ts'
import { addClientsCommands } from './commands/clients.ts'
import { addDevCommand } from './commands/dev.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addKeysCommands } from './commands/keys.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addRegistrationTokensCommands } from './commands/registration-tokens.ts'
import { addSecretsCommand } from './commands/secrets.ts'
import { addServeCommand } from './commands/serve.ts'
import { terminal } from './output.ts'

type ProgramOptions = Partial<CommandContext> & { readonly complain?: (text: string) => void }

const FAILURE = 1
const USAGE_ERROR = 2

const EXAMPLES = `
Examples:
  countersign dev                                   everything and a demo app, on this machine
  countersign serve                                 all components on one address
  countersign serve provider                        one component; the others run elsewhere
  countersign clients add --name "My App" --redirect-uri https://app.example/callback --scope email:required
  countersign doctor                                what is in force, and what is weak`

/**
 * Runs one command line and answers with its exit code: 0, 1 when the command failed, 2 when it was not understood.
 * Errors are one sentence; --verbose adds where they come from.
 */
export async function runProgram(parameters: readonly string[], options: ProgramOptions = {}): Promise<number> {
  const { env = process.env, output = terminal, complain = (text) => void process.stderr.write(text) } = options
  const program = buildProgram({ env, output }, complain)
  try {
    await program.parseAsync([...parameters], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR
    complain(`${describeError(error, program.opts()['verbose'] === true)}\n`)
    return FAILURE
  }
}

function buildProgram(context: CommandContext, complain: (text: string) => void): Command {
  const program = new Command('countersign')
    .description('An OAuth 2.0 authorization server for people who keep their own data.')
    .version(readVersion(), '--version', 'print the version')
    .option('--verbose', 'print where an error comes from')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => context.output.print(text.trimEnd()), writeErr: complain })
  addDevCommand(program, context)
  addServeCommand(program, context)
  addMigrateCommand(program, context)
  addClientsCommands(program, context)
  addKeysCommands(program, context)
  addRegistrationTokensCommands(program, context)
  addAuditCommand(program, context)
  addSecretsCommand(program, context)
  addDoctorCommand(program, context)
  return program
}

function readVersion(): string {
  const description: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isNamed = typeof description === 'object' && description !== null && 'version' in description
  return isNamed ? String(description.version) : 'unknown'
}
