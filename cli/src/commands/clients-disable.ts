import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { ClientsContext } from '../with-provider-database.ts'

/** `countersign clients disable` and `enable`: what takes an app out without ending what it was given. */
export function addClientsDisableCommands(clients: Command, context: ClientsContext): void {
  addCommand(clients, context, {
    name: 'disable',
    description: 'refuse what an app asks for, and let its tokens rest, until it is enabled',
    isDisabled: true,
    said: 'Disabled. What it was given works again once you enable it.',
  })
  addCommand(clients, context, {
    name: 'enable',
    description: 'take a disabled app up again, with all that it was given',
    isDisabled: false,
    said: 'Enabled.',
  })
}

type Change = {
  readonly name: string
  readonly description: string
  readonly isDisabled: boolean
  readonly said: string
}

function addCommand(clients: Command, { output, onClients }: ClientsContext, change: Change): void {
  clients
    .command(change.name)
    .description(change.description)
    .argument('<client_id>')
    .option('--json', 'print JSON')
    .action((clientId: string, { json }: { readonly json?: true }) =>
      onClients(async (_sql, registrar) => {
        const isThere = await registrar.setDisabled(clientId, change.isDisabled)
        if (!isThere) throw new CommandError('There is no app with this client_id. See: countersign clients list')
        output.print(json ? JSON.stringify({ client_id: clientId, disabled: change.isDisabled }) : change.said)
      }),
    )
}
