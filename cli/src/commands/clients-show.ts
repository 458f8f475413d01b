import {
  type Client,
  type ClientSecretRecord,
  describeClient,
  describeSecret,
  findClient,
  listSecrets,
} from '@countersign/provider'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson, formatTable } from '../output.ts'
import { type JsonFlag, onProvider } from '../provider-commands.ts'

export function addClientsShowCommand(clients: Command, context: CommandContext): void {
  clients
    .command('show')
    .description('show one app; its secret is stored as a hash and cannot be shown')
    .argument('<client_id>')
    .option('--json', 'print JSON')
    .action((clientId: string, { json }: JsonFlag) =>
      onProvider(context, async (sql) => {
        const client = await findClient(sql, clientId)
        if (!client) throw noSuchClient()
        const secrets = await listSecrets(sql, [clientId])
        const fields = { ...toJson(client), secrets: secrets.map(describeSecret) }
        context.output.print(json ? formatJson(fields) : formatClient(client, secrets))
      }),
    )
}

export function noSuchClient(): CommandError {
  return new CommandError('There is no app with this client_id. See: countersign clients list')
}

export function toJson(client: Client) {
  return { ...describeClient(client), valid_secrets: client.secretHashes.length }
}

function formatClient(client: Client, secrets: readonly ClientSecretRecord[]): string {
  const { claims_notice: _, claims_encryption_jwk: __, jwks, scopes, ...others } = describeClient(client)
  const fields = {
    ...others,
    scopes: scopes.map(({ name, required, reason }) =>
      [name, required ? '(required)' : '', reason && `– ${reason}`].filter(Boolean).join(' '),
    ),
    jwks: jwks.keys,
    claims: client.claimsEncryptionKey ? `sealed for a key on ${client.claimsEncryptionKey.crv}` : 'in the open',
    secret: secrets.length === 0 ? 'none' : secrets.map(formatSecret),
  }
  const rows = Object.entries(fields).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value]
    return values.filter((each) => each !== null && each !== '').map((each) => [name, formatValue(each)])
  })
  return formatTable(rows)
}

function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function formatSecret({ secretId, createdAt, expiresAt, lastUsedAt }: ClientSecretRecord): string {
  const times = [
    `made ${createdAt.toISOString()}`,
    lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used',
    ...(expiresAt ? [`works until ${expiresAt.toISOString()}`] : []),
  ]
  return `${secretId}: ${times.join(', ')}`
}
