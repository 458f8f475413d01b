import { listClients } from '@countersign/provider'
import type { Command } from 'commander'
import { describeClient } from '../client-description.ts'
import { formatTable } from '../output.ts'
import type { ClientsContext } from '../with-provider-database.ts'

export function addClientsListCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('list')
    .description('list the registered apps')
    .option('--json', 'print JSON')
    .action(({ json }: { readonly json?: true }) =>
      onClients(async (sql) => {
        const all = await listClients(sql)
        if (json)
          return output.print(
            JSON.stringify(
              all.map((client) => describeClient(client)),
              undefined,
              2,
            ),
          )
        if (all.length === 0)
          return output.print('No app is registered yet. Register one: countersign clients add --help')
        const rows = all.map(({ clientId, name, scopes }) => [
          clientId,
          name,
          scopes.map((scope) => scope.name).join(' '),
        ])
        return output.print(formatTable([['client_id', 'name', 'scopes'], ...rows]))
      }),
    )
}
