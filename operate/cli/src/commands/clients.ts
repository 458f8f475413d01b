import {
  type Client,
  type ClientSecretRecord,
  claimsNoticeOf,
  describeClient,
  describeSecret,
  findClient,
  listClients,
  listSecrets,
  markManaged,
} from '@countersign/provider'
import type { Sql } from '@countersign/service/sql'
import type { Command } from 'commander'
import { PLAIN_CLAIMS } from '../claims-key.ts'
import { addClientOptions, type ClientFlags, readClientOptions } from '../client-options.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson, formatTable } from '../output.ts'
import {
  addListCommand,
  addRemoveCommand,
  type JsonFlag,
  managedBy,
  onProvider,
  wholeNumberFrom,
} from '../provider-commands.ts'
import { addClientsAddCommand } from './clients-add.ts'

const ONE_DAY_HOURS = 24
const SECONDS_PER_HOUR = 3_600
const MAXIMUM_HOURS = 720

export function addClientsCommands(program: Command, context: CommandContext): void {
  const clients = program.command('clients').description('the registered apps')
  addClientsAddCommand(clients, context)
  addListCommand(clients, context, {
    description: 'list the registered apps',
    find: async (sql) => mark(sql, (await listClients(sql)).map(toJson)),
    empty: 'No app is registered yet. Register one: countersign clients add --help',
    columns: {
      client_id: (client) => client.client_id,
      name: ({ name }) => name,
      scopes: ({ scopes }) => scopes.map(({ name }) => name).join(' '),
      'managed by': managedBy,
    },
  })
  addShowCommand(clients, context)
  addUpdateCommand(clients, context)
  addRotateSecretCommand(clients, context)
  addDisableCommand(clients, context, 'disable')
  addDisableCommand(clients, context, 'enable')
  addRemoveCommand(clients, context, {
    argument: 'client_id',
    description: 'remove an app and end everything that was issued to it',
    yes: ['yes, end all of it', 'Removing an app ends the access of all its users'],
    remove: async (registrar, clientId) => {
      if (!(await registrar.removeClient(clientId))) throw noSuchClient()
    },
    done: 'Removed, and ended all that it held.',
  })
}

function addUpdateCommand(clients: Command, context: CommandContext): void {
  const { output, readFile } = context
  const update = clients
    .command('update')
    .description('change an app; an option replaces the value, omitted ones keep it')
    .argument('<client_id>')
  addClientOptions(update, readFile, 'update')
    .option('--json', 'print JSON')
    .action((clientId: string, flags: ClientFlags & JsonFlag, command: Command) => {
      const changes = readClientOptions(flags)
      if (Object.keys(changes).length === 0) {
        command.error('error: nothing is named that is to change, for example --name')
      }
      return onProvider(context, async (sql, registrar) => {
        const updated = await registrar.updateClient(clientId, changes)
        if (!updated) throw noSuchClient()
        // A new authentication method may need a secret.
        const { clientSecret } = updated
        const client = await findClient(sql, clientId)
        const notice = client ? claimsNoticeOf(client) : {}
        const answer = { client_id: clientId, updated: true, ...(clientSecret && { client_secret: clientSecret }) }
        const text = formatUpdated(clientSecret, notice.claims_notice !== undefined)
        output.print(flags.json ? JSON.stringify({ ...answer, ...notice }) : text)
      })
    })
}

function formatUpdated(clientSecret: string | undefined, isPlain: boolean): string {
  const secret = `  client_secret  ${clientSecret}\n\nKeep the secret now: only its hash is stored, so it is never shown again.`
  return ['Changed.', ...(clientSecret ? [secret] : []), ...(isPlain ? [PLAIN_CLAIMS] : [])].join('\n\n')
}

function addRotateSecretCommand(clients: Command, context: CommandContext): void {
  clients
    .command('rotate-secret')
    .description('give an app a new secret; the old one keeps working for a while')
    .argument('<client_id>')
    .option(
      '--overlap-hours <hours>',
      'how long the old secret keeps working; 0 after a leak',
      wholeNumberFrom(0, MAXIMUM_HOURS),
      ONE_DAY_HOURS,
    )
    .option('--json', 'print JSON')
    .action((clientId: string, { overlapHours, json }: JsonFlag & { readonly overlapHours: number }) =>
      onProvider(context, async (_sql, registrar) => {
        const { clientSecret } = await registrar.rotateSecret(clientId, overlapHours * SECONDS_PER_HOUR)
        const text = `  client_secret  ${clientSecret}\n\nKeep it now: it is never shown again. The old secret works for ${overlapHours} more hours.`
        context.output.print(json ? formatJson({ client_id: clientId, client_secret: clientSecret }) : text)
      }),
    )
}

const DISABLING = {
  disable: [
    'refuse what an app asks for, and let its tokens rest, until it is enabled',
    'Disabled. Its tokens work again once you enable it.',
  ],
  enable: ['take a disabled app up again, with all that it was given', 'Enabled.'],
} as const

/** Disabling keeps the app's grants. */
function addDisableCommand(clients: Command, context: CommandContext, name: keyof typeof DISABLING): void {
  const [description, done] = DISABLING[name]
  const disabled = name === 'disable'
  clients
    .command(name)
    .description(description)
    .argument('<client_id>')
    .option('--json', 'print JSON')
    .action((clientId: string, { json }: JsonFlag) =>
      onProvider(context, async (_sql, registrar) => {
        if ((await registrar.setDisabled(clientId, disabled)) === 'unknown') throw noSuchClient()
        context.output.print(json ? JSON.stringify({ client_id: clientId, disabled }) : done)
      }),
    )
}

function addShowCommand(clients: Command, context: CommandContext): void {
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
        const [marked] = await mark(sql, [toJson(client)])
        const fields = { ...marked, secrets: secrets.map(describeSecret) }
        const text = formatClient(client, { secrets, managed_by: managedBy(marked ?? {}) })
        context.output.print(json ? formatJson(fields) : text)
      }),
    )
}

function noSuchClient(): CommandError {
  return new CommandError('There is no app with this client_id. See: countersign clients list')
}

function mark<Item extends { readonly client_id: string }>(sql: Sql, items: readonly Item[]) {
  return markManaged(sql, 'client', { items, nameOf: ({ client_id }) => client_id })
}

function toJson(client: Client) {
  return { ...describeClient(client), valid_secrets: client.secretHashes.length }
}

type Beside = { readonly secrets: readonly ClientSecretRecord[]; readonly managed_by: string }

function formatClient(client: Client, { secrets, managed_by }: Beside): string {
  const { claims_notice: _, claims_encryption_jwk: __, jwks, scopes, texts, ...others } = describeClient(client)
  const fields = {
    ...others,
    scopes: scopes.map(({ name, required, reason }) =>
      [name, required ? '(required)' : '', reason && `– ${reason}`].filter(Boolean).join(' '),
    ),
    languages: Object.keys(texts),
    jwks: jwks.keys,
    claims: client.claimsEncryptionKey ? `sealed for a key on ${client.claimsEncryptionKey.crv}` : 'in the open',
    managed_by,
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
