import {
  ResourceServerCreation as CreationForm,
  type ResourceServerCreation,
  type ResourceServerUpdate,
} from '@countersign/contracts'
import { describeResourceServer, listResourceServers, markManaged } from '@countersign/provider'
import { findText } from '@countersign/service/settings'
import type { Sql } from '@countersign/service/sql'
import { type Command, Option } from 'commander'
import { Value } from 'typebox/value'
import { collect } from '../client-options.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { readTextsBy } from '../files.ts'
import { formatJson } from '../output.ts'
import {
  addListCommand,
  addRemoveCommand,
  addShowCommand,
  type JsonFlag,
  managedBy,
  onProvider,
} from '../provider-commands.ts'

type Flags = JsonFlag & {
  readonly name?: string
  readonly scope?: readonly string[]
  readonly scopes?: object
  readonly format?: 'opaque' | 'jwt'
  readonly alg?: 'ES256' | 'RS256'
  readonly client?: string
}

/** `countersign resources …`: the APIs of access tokens (RFC 8707). */
export function addResourcesCommands(program: Command, context: CommandContext): void {
  const resources = program.command('resources').description('the APIs that access tokens are for')
  addAdd(resources, context)
  addListCommand(resources, context, {
    description: 'list the registered APIs',
    find: async (sql) => {
      const items = (await listResourceServers(sql)).map(describeResourceServer)
      return markManaged(sql, 'resource_server', { items, nameOf: ({ resource }) => resource })
    },
    empty: 'No API is registered. Register one: countersign resources add',
    columns: {
      resource: ({ resource }) => resource,
      name: ({ name }) => name,
      tokens: (server) => server.access_token_format,
      scopes: ({ scopes }) => scopes.map(({ name }) => name).join(' '),
      'managed by': managedBy,
    },
  })
  addShowCommand(resources, context, {
    argument: 'resource',
    description: 'show an API, as JSON',
    read: async (sql, resource) => describeResourceServer(await find(sql, resource)),
  })
  addUpdate(resources, context)
  addRemoveCommand(resources, context, {
    argument: 'resource',
    description: 'remove an API for whose scopes no app is registered, and take these from all that people approved',
    yes: [
      'yes, take its scopes from what people approved',
      'Removing an API takes its scopes from all that people approved,',
    ],
    remove: async (registrar, resource, sql) => {
      if (!(await registrar.removeResourceServer((await find(sql, resource)).resourceId))) throw noSuchResource()
    },
    done: 'Removed. The client that asked about its tokens stays.',
  })
}

const EXAMPLE = `
Example:
  countersign resources add https://api.example --name "Notes API" \\
    --scope "notes:read=See your notes" --scope "notes:write=Change your notes"`

function addOptions(command: Command, { readFile }: CommandContext): Command {
  return command
    .option('--scope <name=title>', 'a scope with its English title for people; repeatable', collect)
    .option(
      '--scopes <file>',
      'a JSON file in place of --scope: {"notes:read": {"en": {"title": "…", "description": "…"}, "de": …}, …}',
      readTextsBy(readFile),
    )
    .addOption(
      new Option('--format <format>', 'opaque: the API asks about tokens; jwt: it checks them by itself').choices([
        'opaque',
        'jwt',
      ]),
    )
    .addOption(new Option('--alg <algorithm>', 'how tokens of the format jwt are signed').choices(['ES256', 'RS256']))
    .option('--client <client_id>', 'the client that may introspect its tokens')
    .option('--json', 'print JSON')
}

function addAdd(resources: Command, context: CommandContext): void {
  addOptions(resources.command('add').description('register an API with its scopes'), context)
    .argument('<resource>', 'its address, by which apps name it')
    .requiredOption('--name <name>', 'its name on the consent page')
    .addHelpText('after', EXAMPLE)
    .action((resource: string, flags: Flags) =>
      onProvider(context, async (_sql, registrar) => {
        const creation = { resource, ...changesFrom(flags) }
        requireForm(creation)
        const { clientSecret, ...server } = await registrar.addResourceServer(
          creation,
          findText(context.env, 'BASE_URL'),
        )
        const described = { ...describeResourceServer(server), ...(clientSecret && { client_secret: clientSecret }) }
        context.output.print(flags.json ? formatJson(described) : formatAdded(described))
      }),
    )
}

function formatAdded({ client_id, client_secret }: { client_id: string; client_secret?: string }): string {
  const secret = `
  client_secret  ${client_secret}

The API asks with these at /oauth/introspect. Keep the secret now: only its hash is stored.`
  return `Registered.

  client_id      ${client_id}${client_secret ? secret : ''}

Register apps for its scopes: countersign clients add --scope`
}

function addUpdate(resources: Command, context: CommandContext): void {
  addOptions(
    resources.command('update').description('change an API; omitted options keep their values, scopes are replaced'),
    context,
  )
    .argument('<resource>')
    .option('--name <name>', 'its name on the consent page')
    .action((resource: string, flags: Flags) =>
      onProvider(context, async (sql, registrar) => {
        const current = await find(sql, resource)
        const changes = changesFrom(flags)
        const { name, scopes } = describeResourceServer(current)
        requireForm({ resource, name, scopes, ...changes })
        const changed = await registrar.changeResourceServer(current.resourceId, changes)
        if (!changed) throw noSuchResource()
        context.output.print(flags.json ? formatJson(describeResourceServer(changed)) : 'Changed.')
      }),
    )
}

async function find(sql: Sql, resource: string) {
  const server = (await listResourceServers(sql)).find((each) => each.resource === resource)
  if (server) return server
  throw noSuchResource()
}

function changesFrom({ name, scope, scopes, format, alg, client }: Flags): ResourceServerUpdate {
  const defined = [
    ...(scope ?? []).map(parseScope),
    ...Object.entries(scopes ?? {}).map(([key, texts]) => ({ name: key, texts })),
  ]
  return {
    ...(name !== undefined && { name }),
    ...(format && { access_token_format: format }),
    ...(alg && { access_token_signed_response_alg: alg }),
    ...(client !== undefined && { client_id: client }),
    ...(defined.length > 0 && { scopes: defined }),
  }
}

/** `notes:read=See your notes`; people read the title, so it is required. */
function parseScope(text: string) {
  const [name = '', ...title] = text.split('=')
  return { name, texts: { en: { title: title.join('='), description: '' } } }
}

function requireForm(creation: object): asserts creation is ResourceServerCreation {
  if (Value.Check(CreationForm, creation)) return
  throw new CommandError(
    'Name at least one scope with what people read, for example --scope "notes:read=See your notes". A name has letters, digits and . _ : / -, a title at most 80 characters, and a description in --scopes at most 300.',
  )
}

function noSuchResource(): CommandError {
  return new CommandError('There is no such API. See: countersign resources list')
}
