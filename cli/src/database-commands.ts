import type { Command } from 'commander'
import { addCopyDatabaseCommand } from './backup/copy-database.ts'
import type { CommandContext } from './command-context.ts'
import { addAuditCommand } from './commands/audit.ts'
import { addClaimsCommands } from './commands/claims.ts'
import { addClientsCommands } from './commands/clients.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addKeysCommands } from './commands/keys.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addRegistrationTokensCommands } from './commands/registration-tokens.ts'
import { addResourcesCommands } from './commands/resources.ts'
import { addScopesCommands } from './commands/scopes.ts'

const ADDITIONS = [
  addMigrateCommand,
  addClientsCommands,
  addScopesCommands,
  addClaimsCommands,
  addResourcesCommands,
  addKeysCommands,
  addRegistrationTokensCommands,
  addAuditCommand,
  addDoctorCommand,
  addCopyDatabaseCommand,
]

/** Adds and returns the commands that a process holding the embedded database can carry out. */
export function addDatabaseCommands(program: Command, context: CommandContext): readonly Command[] {
  const others = program.commands.length
  for (const add of ADDITIONS) add(program, context)
  return program.commands.slice(others)
}
