import { providerMigrations } from '@countersign/provider'
import { migrate, type Sql } from '@countersign/service'
import type { Command } from 'commander'
import type { CommandContext } from '../program.ts'
import { withDatabase } from '../with-database.ts'
import { addClientsAddCommand } from './clients-add.ts'
import { addClientsListCommand } from './clients-list.ts'
import { addClientsRemoveCommand } from './clients-remove.ts'
import { addClientsRotateSecretCommand } from './clients-rotate-secret.ts'
import { addClientsShowCommand } from './clients-show.ts'
import { addClientsUpdateCommand } from './clients-update.ts'

/** What a `clients` command works with: the provider's tables, up to date. */
export type ClientsContext = CommandContext & {
  readonly onClients: (work: (sql: Sql) => Promise<void>) => Promise<void>
}

/** Does some work on the provider's tables. */
export function onProvider({ env }: CommandContext): ClientsContext['onClients'] {
  return (work) =>
    withDatabase(env, async (database) => {
      await migrate(database, providerMigrations)
      await work(database.sql)
    })
}

/** `countersign clients …`: the registered apps. */
export function addClientsCommands(program: Command, context: CommandContext): void {
  const clients = program.command('clients').description('the registered apps')
  const clientsContext = { ...context, onClients: onProvider(context) }
  addClientsAddCommand(clients, clientsContext)
  addClientsListCommand(clients, clientsContext)
  addClientsShowCommand(clients, clientsContext)
  addClientsUpdateCommand(clients, clientsContext)
  addClientsRotateSecretCommand(clients, clientsContext)
  addClientsRemoveCommand(clients, clientsContext)
}
