import type { CommandRequest } from '@countersign/contracts'
import type { Environment } from '@countersign/service/settings'
import type { Database } from '@countersign/service/sql'
import type { Command } from 'commander'
import { addCopyDatabaseCommand } from '../backup/copy-database.ts'
import { parseMadeClaimsKey } from '../claims-key.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { createProgram, runCommandLine } from '../command-line.ts'
import type { CarryOut } from '../control/control-server.ts'
import type { ReadFile } from '../files.ts'
import { addAccountsCommands } from './accounts.ts'
import { addApplyCommand } from './apply.ts'
import { addAuditCommand } from './audit.ts'
import { addClaimsCommands } from './claims.ts'
import { addClientsCommands } from './clients.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEventsCommands } from './events.ts'
import { addExportCommand } from './export.ts'
import { addKeysCommands } from './keys.ts'
import { addMailCommands } from './mail.ts'
import { addMigrateCommand } from './migrate.ts'
import { addRegistrationTokensCommands } from './registration-tokens.ts'
import { addResourcesCommands } from './resources.ts'
import { addScopesCommands } from './scopes.ts'

const ADDITIONS = [
  addMigrateCommand,
  addAccountsCommands,
  addClientsCommands,
  addScopesCommands,
  addClaimsCommands,
  addResourcesCommands,
  addApplyCommand,
  addExportCommand,
  addKeysCommands,
  addRegistrationTokensCommands,
  addAuditCommand,
  addEventsCommands,
  addDoctorCommand,
  addMailCommands,
  addCopyDatabaseCommand,
]

/** Adds and returns the commands that a process holding the embedded database can carry out: with its settings. */
export function addDatabaseCommands(program: Command, context: CommandContext): readonly Command[] {
  const alreadyAdded = program.commands.length
  for (const add of ADDITIONS) add(program, context)
  return program.commands.slice(alreadyAdded)
}

/** Carries commands out on this process's database, with its settings. */
export function carryOutOn(database: Database, env: Environment): CarryOut {
  return async ({ parameters, files, user }) => {
    const said: string[] = []
    const complaints: string[] = []
    const terminal = {
      output: { print: (text: string) => void said.push(`${text}\n`) },
      complain: (text: string) => void complaints.push(text),
    }
    const program = createProgram(terminal)
    const readFile = readSentFile(files)
    addDatabaseCommands(program, {
      env,
      ...terminal,
      readFile,
      // The command line made the key and sent its public half.
      makeClaimsKey: async (path) => parseMadeClaimsKey(path, readFile(path)),
      makeSecret: () => undefined,
      user,
      withDatabase: (work) => work(database),
    })
    const code = await runCommandLine(program, parameters, terminal)
    return { code, output: said.join(''), complaint: complaints.join('') }
  }
}

/** Opens no file for a caller: this process has other rights, and a pipe could block it. */
function readSentFile(files: CommandRequest['files']): ReadFile {
  const contents = new Map(files.map(({ path, content }) => [path, Buffer.from(content, 'base64url')]))
  return (path) => {
    const content = contents.get(path)
    if (content) return content
    throw new CommandError(
      `${path} did not come with the command. Use the command line of the version that is running.`,
    )
  }
}
