import { type Client, findClient } from '@countersign/provider'
import type { Command } from 'commander'
import { describeClient } from '../client-description.ts'
import { CommandError } from '../command-error.ts'
import { formatTable } from '../output.ts'
import type { ClientsContext } from './clients.ts'

export function addClientsShowCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('show')
    .description('show one app; its secret is stored as a hash and cannot be shown')
    .argument('<client_id>')
    .option('--json', 'print JSON')
    .action((clientId: string, { json }: { readonly json?: true }) =>
      onClients(async (sql) => {
        const client = await findClient(sql, clientId)
        if (!client) throw new CommandError('There is no app with this client_id. See: countersign clients list')
        output.print(json ? JSON.stringify(describeClient(client), undefined, 2) : formatClient(client))
      }),
    )
}

function formatClient(client: Client): string {
  const scopes = client.scopes.map(({ name, required, reason }) =>
    [name, required ? '(required)' : '', reason && `– ${reason}`].filter(Boolean).join(' '),
  )
  return formatTable([
    ['client_id', client.clientId],
    ['name', client.name],
    ['description', client.description || 'none'],
    ...client.redirectUris.map((uri) => ['redirect URI', uri]),
    ...scopes.map((scope) => ['scope', scope]),
    [
      'secrets',
      client.authenticationMethod === 'none' ? 'none: a public client' : `${client.secretHashes.length} valid`,
    ],
    ['PKCE', client.requirePkce ? 'required' : 'optional'],
    ['registered', client.createdAt.toISOString()],
  ])
}
