import { type Client, type ClientSecretRecord, findClient, listSecrets } from '@countersign/provider'
import type { Command } from 'commander'
import { describeClient } from '../client-description.ts'
import { CommandError } from '../command-error.ts'
import { formatTable } from '../output.ts'
import type { ClientsContext } from '../with-provider-database.ts'

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
        const secrets = await listSecrets(sql, [clientId])
        output.print(
          json ? JSON.stringify(describeClient(client, secrets), undefined, 2) : formatClient(client, secrets),
        )
      }),
    )
}

function formatClient(client: Client, secrets: readonly ClientSecretRecord[]): string {
  const scopes = client.scopes.map(({ name, required, reason }) =>
    [name, required ? '(required)' : '', reason && `– ${reason}`].filter(Boolean).join(' '),
  )
  return formatTable([
    ['client_id', client.clientId],
    ['name', client.name],
    ['description', client.description || 'none'],
    ...client.redirectUris.map((uri) => ['redirect URI', uri]),
    ...client.postLogoutRedirectUris.map((uri) => ['after logout', uri]),
    ...(client.backchannelLogoutUri === undefined ? [] : [['logout tokens to', client.backchannelLogoutUri]]),
    ...(client.backchannelLogoutSessionRequired ? [['logout tokens', 'always name a session']] : []),
    ...scopes.map((scope) => ['scope', scope]),
    ...(secrets.length === 0 ? [['secret', 'none']] : secrets.map((secret) => ['secret', formatSecret(secret)])),
    ['authentication', client.authenticationMethod],
    ['grant types', client.grantTypes.join(', ') || 'none'],
    ...(client.keysUri === undefined ? [] : [['keys at', client.keysUri]]),
    ['id_token', `${client.idTokenAlgorithm}${client.idTokenClaims ? ', with claims' : ''}`],
    ...(client.policyUri === undefined ? [] : [['privacy policy', client.policyUri]]),
    ...(client.tosUri === undefined ? [] : [['terms', client.tosUri]]),
    ['PKCE', client.requirePkce ? 'required' : 'optional'],
    ['claims', client.claimsEncryptionKey ? `sealed for a key on ${client.claimsEncryptionKey.crv}` : 'in the open'],
    ...(client.verifiedClaimsRequired.length > 0 ? [['verified only', client.verifiedClaimsRequired.join(', ')]] : []),
    ...(client.owner === undefined ? [] : [['of the developer', client.owner]]),
    ...(client.disabledAt ? [['disabled', client.disabledAt.toISOString()]] : []),
    ['registered', client.createdAt.toISOString()],
  ])
}

function formatSecret({ secretId, createdAt, expiresAt, lastUsedAt }: ClientSecretRecord): string {
  const times = [
    `made ${createdAt.toISOString()}`,
    lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used',
    ...(expiresAt ? [`works until ${expiresAt.toISOString()}`] : []),
  ]
  return `${secretId}: ${times.join(', ')}`
}
