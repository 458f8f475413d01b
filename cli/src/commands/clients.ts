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

/** What a `clients` command works with: the provider's tables, up to date. */
export type ClientsContext = CommandContext & {
  readonly onClients: (work: (sql: Sql) => Promise<void>) => Promise<void>
}

/** `countersign clients …`: the registered apps. */
export function addClientsCommands(program: Command, context: CommandContext): void {
  const clients = program.command('clients').description('the registered apps')
  const onClients: ClientsContext['onClients'] = (work) =>
    withDatabase(context.env, async (database) => {
      await migrate(database, providerMigrations)
      await work(database.sql)
    })
  const clientsContext = { ...context, onClients }
  addClientsAddCommand(clients, clientsContext)
  addClientsListCommand(clients, clientsContext)
  addClientsShowCommand(clients, clientsContext)
  addClientsRotateSecretCommand(clients, clientsContext)
  addClientsRemoveCommand(clients, clientsContext)
}
