import { userInfo } from 'node:os'
import type { Environment } from '@countersign/service'
import type { CommandContext } from './command-context.ts'
import { CarriedOut, createProgram, runCommandLine, type Terminal } from './command-line.ts'
import { addDevCommand } from './commands/dev.ts'
import { addSecretsCommand } from './commands/secrets.ts'
import { addServeCommand } from './commands/serve.ts'
import { askRunningProcess } from './control/ask-running-process.ts'
import { addDatabaseCommands } from './database-commands.ts'
import { createFileReader } from './file-reader.ts'
import { type Output, terminal } from './output.ts'
import { dataDirectoryOf } from './settings/database-settings.ts'
import { withConfiguredDatabase } from './with-database.ts'

type ProgramOptions = Partial<Terminal> & { readonly env?: Environment; readonly output?: Output }

const EXAMPLES = `
Examples:
  countersign dev                                   everything and a demo app, on this machine
  countersign serve                                 all components on one address
  countersign serve provider                        one component; the others run elsewhere
  countersign clients add --name "My App" --redirect-uri https://app.example/callback --scope email:required
  countersign doctor                                what is in force, and what is weak`

/** Runs one command line of a person, and answers with its exit code (see `runCommandLine`). */
export async function runProgram(parameters: readonly string[], options: ProgramOptions = {}): Promise<number> {
  const { env = process.env, output = terminal, complain = (text) => void process.stderr.write(text) } = options
  const withDatabase = withConfiguredDatabase(env)
  const { readFile, files } = createFileReader()
  const context = { env, output, readFile, user: readUserName(), withDatabase }
  const program = createProgram({ output, complain }).addHelpText('after', EXAMPLES)
  addDevCommand(program, context)
  addServeCommand(program, context)
  for (const command of addDatabaseCommands(program, context)) {
    command.hook('preAction', () => carryOutElsewhere(context, { parameters, files }, complain))
  }
  addSecretsCommand(program, context)
  return runCommandLine(program, parameters, { output, complain })
}

/** What was typed, and the files that are named in it. */
type CommandLine = { readonly parameters: readonly string[]; readonly files: ReadonlyMap<string, Buffer> }

/** The embedded database serves one process: while that runs, it does the work. Throws CarriedOut when it did. */
async function carryOutElsewhere(
  { env, output, user }: CommandContext,
  { parameters, files }: CommandLine,
  complain: Terminal['complain'],
): Promise<void> {
  if (env['DATABASE_URL']?.trim()) return
  const sent = Array.from(files, ([path, content]) => ({ path, content: content.toString('base64url') }))
  const answer = await askRunningProcess(dataDirectoryOf(env), { parameters: [...parameters], files: sent, user })
  if (!answer) return
  if (answer.output) output.print(answer.output.trimEnd())
  if (answer.complaint) complain(answer.complaint)
  throw new CarriedOut(answer.code)
}

/** In a container a user may have a number and no name. */
function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
