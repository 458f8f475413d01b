import { providerMigrations, type Registrar, readEventReceiver, withRegistrar } from '@countersign/provider'
import { migrate, type Sql } from '@countersign/service/sql'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from './command-context.ts'
import { CommandError } from './command-error.ts'
import { formatJson, formatTable } from './output.ts'

export type JsonFlag = { readonly json?: true }

export function wholeNumberFrom(minimum: number, maximum: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^(0|[1-9]\d*)$/.test(text) && number >= minimum && number <= maximum) return number
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}

/** Migrates the provider's tables, then runs `work` on them. The registrar makes every change, so that it is audited. */
export function onProvider(
  { env, withDatabase, user }: CommandContext,
  work: (sql: Sql, registrar: Registrar) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database) => {
    const { sql } = database
    const receiver = await readEventReceiver(env)
    await migrate(database, providerMigrations)
    await withRegistrar({ sql, by: `command_line:${user}`, sent: receiver?.names }, (registrar) => work(sql, registrar))
  })
}

/** For a column: empty, or the file that alone changes it. */
export function managedBy({ managed_by_file }: { readonly managed_by_file?: true }): string {
  return managed_by_file ? 'apps file' : ''
}

type Listing<Item> = {
  readonly description: string
  readonly find: (sql: Sql) => Promise<readonly Item[]>
  readonly empty: string
  /** By their heads. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>
}

export function addListCommand<Item>(
  group: Command,
  { output, ...context }: CommandContext,
  { description, find, empty, columns }: Listing<Item>,
): void {
  group
    .command('list')
    .description(description)
    .option('--json', 'print JSON')
    .action(({ json }: JsonFlag) =>
      onProvider({ output, ...context }, async (sql) => {
        const found = await find(sql)
        if (json) return output.print(formatJson(found))
        if (found.length === 0) return output.print(empty)
        const rows = found.map((item) => Object.values(columns).map((cellOf) => cellOf(item)))
        return output.print(formatTable([Object.keys(columns), ...rows]))
      }),
    )
}

type Showing = {
  readonly argument: string
  readonly description: string
  /** @throws CommandError */
  readonly read: (sql: Sql, name: string) => Promise<object>
}

export function addShowCommand(
  group: Command,
  context: CommandContext,
  { argument, description, read }: Showing,
): void {
  group
    .command('show')
    .description(description)
    .argument(`<${argument}>`)
    .action((name: string) =>
      onProvider(context, async (sql) => context.output.print(formatJson(await read(sql, name)))),
    )
}

type Removal = {
  /** Also the member of the JSON answer, unless `member` is. */
  readonly argument: string
  readonly member?: string
  readonly description: string
  /** Present if the command needs --yes: the option's text, and the consequence. */
  readonly yes?: readonly [text: string, consequence: string]
  /** @throws CommandError if there is nothing to remove */
  readonly remove: (registrar: Registrar, id: string, sql: Sql) => Promise<void>
  readonly done: string
}

export function addRemoveCommand(
  group: Command,
  context: CommandContext,
  { argument, member = argument, description, yes, remove, done }: Removal,
): void {
  const command = group.command('remove').description(description).argument(`<${argument}>`)
  if (yes) command.option('--yes', yes[0])
  command.option('--json', 'print JSON').action((id: string, flags: JsonFlag & { readonly yes?: true }) => {
    if (yes && !flags.yes) throw new CommandError(`${yes[1]} and cannot be undone. If you mean it, add --yes.`)
    return onProvider(context, async (sql, registrar) => {
      await remove(registrar, id, sql)
      context.output.print(flags.json ? JSON.stringify({ [member]: id, removed: true }) : done)
    })
  })
}

type Definition<Item, Flags> = {
  readonly noun: 'claim' | 'scope'
  /** Of the argument. */
  readonly form?: string
  readonly about: Readonly<Record<'add' | 'update', string>>
  readonly addOptions: (command: Command) => Command
  readonly find: (sql: Sql) => Promise<readonly Item[]>
  /** Creates the item, or changes the present one. */
  readonly define: (registrar: Registrar, name: string, flags: Flags, present?: Item) => Promise<object>
  readonly done: string
  readonly columns: Listing<Item>['columns']
  readonly removal: Omit<Removal, 'argument' | 'member'>
}

/** Adds add, list, show, update and remove of something that operators define. */
export function addDefinitionCommands<Item extends { readonly name: string }, Flags extends JsonFlag>(
  group: Command,
  context: CommandContext,
  definition: Definition<Item, Flags>,
): void {
  const { noun, find, columns, removal } = definition
  const noSuch = () => new CommandError(`There is no such ${noun}. See: countersign ${noun}s list`)
  const findNamed = async (sql: Sql, name: string) => (await find(sql)).find((each) => each.name === name)
  function addDefine(act: 'add' | 'update'): void {
    const command = group.command(act).description(definition.about[act]).argument(`<${noun}>`, definition.form)
    const withOptions = definition.addOptions(command).option('--json', 'print JSON')
    withOptions.action((name: string, flags: Flags) =>
      onProvider(context, async (sql, registrar) => {
        const present = await findNamed(sql, name)
        if (act === 'update' && !present) throw noSuch()
        if (act === 'add' && present)
          throw new CommandError(`There is this ${noun} already. See: countersign ${noun}s update`)
        const defined = await definition.define(registrar, name, flags, present)
        context.output.print(flags.json ? formatJson(defined) : definition.done)
      }),
    )
  }
  addDefine('add')
  addListCommand(group, context, {
    description: `list the ${noun}s that were defined`,
    find,
    empty: `No ${noun} is defined. Define one: countersign ${noun}s add`,
    columns,
  })
  addShowCommand(group, context, {
    argument: noun,
    description: `show a ${noun}, as JSON`,
    read: async (sql, name) => {
      const found = await findNamed(sql, name)
      if (found) return found
      throw noSuch()
    },
  })
  addDefine('update')
  addRemoveCommand(group, context, { ...removal, argument: noun, member: 'name' })
}
