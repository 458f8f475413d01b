import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { withProviderDatabase } from '../with-provider-database.ts'
import { addClientsAddCommand } from './clients-add.ts'
import { addClientsDisableCommands } from './clients-disable.ts'
import { addClientsListCommand } from './clients-list.ts'
import { addClientsRemoveCommand } from './clients-remove.ts'
import { addClientsRotateSecretCommand } from './clients-rotate-secret.ts'
import { addClientsShowCommand } from './clients-show.ts'
import { addClientsUpdateCommand } from './clients-update.ts'

/** `countersign clients …`: the registered apps. */
export function addClientsCommands(program: Command, context: CommandContext): void {
  const clients = program.command('clients').description('the registered apps')
  const clientsContext = { ...context, onClients: withProviderDatabase(context) }
  addClientsAddCommand(clients, clientsContext)
  addClientsListCommand(clients, clientsContext)
  addClientsShowCommand(clients, clientsContext)
  addClientsUpdateCommand(clients, clientsContext)
  addClientsRotateSecretCommand(clients, clientsContext)
  addClientsDisableCommands(clients, clientsContext)
  addClientsRemoveCommand(clients, clientsContext)
}
