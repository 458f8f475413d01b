import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { ClientsContext } from '../with-provider-database.ts'

type Flags = { readonly yes?: true; readonly json?: true }

export function addClientsRemoveCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('remove')
    .description('remove an app and end everything that was issued to it')
    .argument('<client_id>')
    .option('--yes', 'yes, end all of it')
    .option('--json', 'print JSON')
    .action((clientId: string, { yes, json }: Flags) => {
      if (!yes) {
        throw new CommandError(
          'Removing an app ends the access of all its users and cannot be undone. If you mean it, add --yes.',
        )
      }
      return onClients(async (_sql, registrar) => {
        const removed = await registrar.removeClient(clientId)
        if (!removed) throw new CommandError('There is no app with this client_id. See: countersign clients list')
        output.print(json ? JSON.stringify({ client_id: clientId, removed }) : 'Removed, and ended all that it held.')
      })
    })
}
