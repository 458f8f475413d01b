import { type OperatorScope, OperatorScopeDefinition, OperatorScopeName, ScopeTexts } from '@countersign/contracts'
import { listScopes } from '@countersign/provider'
import type { Command } from 'commander'
import { Value } from 'typebox/value'
import { collect } from '../client-options.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatTable } from '../output.ts'
import { readTextsFile } from '../texts-file.ts'
import { withProviderDatabase } from '../with-provider-database.ts'

type Flags = {
  readonly title?: string
  readonly description?: string
  readonly claim?: readonly string[]
  readonly texts?: object
  readonly json?: true
}

/** `countersign scopes …`: what apps can ask people for beside the built-in scopes. */
export function addScopesCommands(program: Command, context: CommandContext): void {
  const scopes = program.command('scopes').description('what apps can ask for beside the built-in scopes')
  addDefine(scopes, context, 'add')
  addList(scopes, context)
  addShow(scopes, context)
  addDefine(scopes, context, 'update')
  addRemove(scopes, context)
}

const ABOUT = {
  add: 'define a scope; apps ask for it once they are registered for it',
  update: 'change a scope; what is not named stays as it is',
}

function addDefine(scopes: Command, { output, readFile, ...context }: CommandContext, act: 'add' | 'update'): void {
  scopes
    .command(act)
    .description(ABOUT[act])
    .argument('<scope>')
    .option('--title <text>', 'what people see, in English')
    .option('--description <text>', 'what they share by it, in an English sentence')
    .option('--claim <claim>', 'what it releases: a built-in claim, or one of countersign claims; repeatable', collect)
    .option('--texts <file>', 'a JSON file: {"de": {"title": "…", "description": "…"}, …}', (path) =>
      readTextsFile(path, readFile(path)),
    )
    .option('--json', 'print JSON')
    .action((name: string, flags: Flags) =>
      withProviderDatabase({ output, readFile, ...context })(async (sql, registrar) => {
        const present = (await listScopes(sql)).find((scope) => scope.name === name)
        if (act === 'add' && present)
          throw new CommandError('There is this scope already. See: countersign scopes update')
        if (act === 'update' && !present) throw noSuchScope()
        const defined = await registrar.defineScope(describeScope(name, flags, present))
        output.print(flags.json ? JSON.stringify(defined, undefined, 2) : NEXT)
      }),
    )
}

const NEXT = `Done. Every process knows it within seconds.

Register an app for it: countersign clients add --scope, or countersign clients update --scope.`

function describeScope(name: string, { title, description, claim, texts: others }: Flags, present?: OperatorScope) {
  const en = {
    description: '',
    ...present?.texts.en,
    ...(others && 'en' in others && typeof others.en === 'object' ? others.en : {}),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
  const texts = { ...present?.texts, ...others, en }
  const claims = [...(claim ?? present?.claims ?? [])]
  if (!Value.Check(OperatorScopeName, name)) {
    throw new CommandError('A scope is named with letters, digits and . _ : / -, and begins with one of the first two.')
  }
  if (!Value.Check(ScopeTexts, texts)) {
    throw new CommandError(
      'Name it in English, with --title or in --texts. Each language (en, de, fr, es, ar, ja) has a title of at most 80 characters and a description of at most 300.',
    )
  }
  if (Value.Check(OperatorScopeDefinition, { texts, claims })) return { name, texts, claims }
  throw new CommandError('Each claim is named once, and there are at most 32.')
}

function addList(scopes: Command, context: CommandContext): void {
  scopes
    .command('list')
    .description('list the scopes that were defined')
    .option('--json', 'print JSON')
    .action(({ json }: Flags) =>
      withProviderDatabase(context)(async (sql) => {
        const found = await listScopes(sql)
        if (json) return context.output.print(JSON.stringify(found, undefined, 2))
        if (found.length === 0) return context.output.print('No scope is defined. Define one: countersign scopes add')
        const rows = found.map(({ name, texts, claims, resource }) => [
          name,
          texts.en.title,
          claims.join(' '),
          resource ?? '',
          Object.keys(texts).join(' '),
        ])
        return context.output.print(formatTable([['scope', 'title', 'claims', 'resource', 'languages'], ...rows]))
      }),
    )
}

function addShow(scopes: Command, context: CommandContext): void {
  scopes
    .command('show')
    .description('show a scope, as JSON')
    .argument('<scope>')
    .action((name: string) =>
      withProviderDatabase(context)(async (sql) => {
        const scope = (await listScopes(sql)).find((each) => each.name === name)
        if (!scope) throw noSuchScope()
        context.output.print(JSON.stringify(scope, undefined, 2))
      }),
    )
}

function addRemove(scopes: Command, context: CommandContext): void {
  scopes
    .command('remove')
    .description('remove a scope that no app is registered for, and take it from all that people approved')
    .argument('<scope>')
    .option('--yes', 'yes, take it from what people approved')
    .option('--json', 'print JSON')
    .action((name: string, { yes, json }: Flags & { readonly yes?: true }) => {
      if (!yes) {
        throw new CommandError(
          'Removing a scope takes it from all that people approved, and cannot be undone. If you mean it, add --yes.',
        )
      }
      return withProviderDatabase(context)(async (_sql, registrar) => {
        await registrar.removeScope(name)
        context.output.print(
          json ? JSON.stringify({ name, removed: true }) : 'Removed, and taken from all that held it.',
        )
      })
    })
}

function noSuchScope(): CommandError {
  return new CommandError('There is no such scope. See: countersign scopes list')
}
