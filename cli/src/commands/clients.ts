import { listClients } from '@countersign/provider'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatTable } from '../output.ts'
import { type ClientsContext, withProviderDatabase } from '../with-provider-database.ts'
import { addClientsAddCommand } from './clients-add.ts'
import { addClientsShowCommand, noSuchClient, toJson } from './clients-show.ts'
import { addClientsUpdateCommand } from './clients-update.ts'

const ONE_DAY_HOURS = 24
const SECONDS_PER_HOUR = 3_600
const MAXIMUM_HOURS = 720

/** `countersign clients …`: the registered apps. */
export function addClientsCommands(program: Command, context: CommandContext): void {
  const clients = program.command('clients').description('the registered apps')
  const clientsContext = { ...context, onClients: withProviderDatabase(context) }
  addClientsAddCommand(clients, clientsContext)
  addListCommand(clients, clientsContext)
  addClientsShowCommand(clients, clientsContext)
  addClientsUpdateCommand(clients, clientsContext)
  addRotateSecretCommand(clients, clientsContext)
  addDisableCommand(clients, clientsContext, {
    name: 'disable',
    description: 'refuse what an app asks for, and let its tokens rest, until it is enabled',
    isDisabled: true,
    done: 'Disabled. What it was given works again once you enable it.',
  })
  addDisableCommand(clients, clientsContext, {
    name: 'enable',
    description: 'take a disabled app up again, with all that it was given',
    isDisabled: false,
    done: 'Enabled.',
  })
  addRemoveCommand(clients, clientsContext)
}

function addListCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('list')
    .description('list the registered apps')
    .option('--json', 'print JSON')
    .action(({ json }: { readonly json?: true }) =>
      onClients(async (sql) => {
        const all = await listClients(sql)
        if (json) return output.print(JSON.stringify(all.map(toJson), undefined, 2))
        if (all.length === 0)
          return output.print('No app is registered yet. Register one: countersign clients add --help')
        const rows = all.map((each) => [each.clientId, each.name, each.scopes.map(({ name }) => name).join(' ')])
        return output.print(formatTable([['client_id', 'name', 'scopes'], ...rows]))
      }),
    )
}

function addRotateSecretCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('rotate-secret')
    .description('give an app a new secret; the old one keeps working for a while')
    .argument('<client_id>')
    .option(
      '--overlap-hours <hours>',
      'how long the old secret keeps working; 0 after a leak',
      parseHours,
      ONE_DAY_HOURS,
    )
    .option('--json', 'print JSON')
    .action((clientId: string, { overlapHours, json }: { readonly overlapHours: number; readonly json?: true }) =>
      onClients(async (_sql, registrar) => {
        const { clientSecret } = await registrar.rotateSecret(clientId, overlapHours * SECONDS_PER_HOUR)
        if (json)
          return output.print(JSON.stringify({ client_id: clientId, client_secret: clientSecret }, undefined, 2))
        return output.print(
          `  client_secret  ${clientSecret}\n\nKeep it now: it is never shown again. The old secret works for ${overlapHours} more hours.`,
        )
      }),
    )
}

function parseHours(text: string): number {
  const hours = Number(text)
  if (/^\d+$/.test(text) && hours <= MAXIMUM_HOURS) return hours
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAXIMUM_HOURS}.`)
}

type Change = {
  readonly name: string
  readonly description: string
  readonly isDisabled: boolean
  readonly done: string
}

/** Disabling takes an app out of service without ending its grants. */
function addDisableCommand(clients: Command, { output, onClients }: ClientsContext, change: Change): void {
  clients
    .command(change.name)
    .description(change.description)
    .argument('<client_id>')
    .option('--json', 'print JSON')
    .action((clientId: string, { json }: { readonly json?: true }) =>
      onClients(async (_sql, registrar) => {
        if (!(await registrar.setDisabled(clientId, change.isDisabled))) throw noSuchClient()
        output.print(json ? JSON.stringify({ client_id: clientId, disabled: change.isDisabled }) : change.done)
      }),
    )
}

function addRemoveCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('remove')
    .description('remove an app and end everything that was issued to it')
    .argument('<client_id>')
    .option('--yes', 'yes, end all of it')
    .option('--json', 'print JSON')
    .action((clientId: string, { yes, json }: { readonly yes?: true; readonly json?: true }) => {
      if (!yes) {
        throw new CommandError(
          'Removing an app ends the access of all its users and cannot be undone. If you mean it, add --yes.',
        )
      }
      return onClients(async (_sql, registrar) => {
        const removed = await registrar.removeClient(clientId)
        if (!removed) throw noSuchClient()
        output.print(json ? JSON.stringify({ client_id: clientId, removed }) : 'Removed, and ended all that it held.')
      })
    })
}
