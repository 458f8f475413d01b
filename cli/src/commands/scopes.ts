import { type OperatorScope, OperatorScopeDefinition, OperatorScopeName, ScopeTexts } from '@countersign/contracts'
import { listScopes } from '@countersign/provider'
import type { Command } from 'commander'
import { Value } from 'typebox/value'
import { collect } from '../client-options.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { readTextsFile } from '../files.ts'
import { formatJson } from '../output.ts'
import { addListCommand, addRemoveCommand, addShowCommand, type JsonFlag, onProvider } from '../provider-commands.ts'

type Flags = JsonFlag & {
  readonly title?: string
  readonly description?: string
  readonly claim?: readonly string[]
  readonly texts?: object
}

/** `countersign scopes …`: scopes beside the built-in ones. */
export function addScopesCommands(program: Command, context: CommandContext): void {
  const scopes = program.command('scopes').description('what apps can ask for beside the built-in scopes')
  addDefine(scopes, context, 'add')
  addListCommand(scopes, context, {
    description: 'list the scopes that were defined',
    find: listScopes,
    empty: 'No scope is defined. Define one: countersign scopes add',
    columns: {
      scope: ({ name }) => name,
      title: ({ texts }) => texts.en.title,
      claims: ({ claims }) => claims.join(' '),
      resource: ({ resource }) => resource ?? '',
      languages: ({ texts }) => Object.keys(texts).join(' '),
    },
  })
  addShowCommand(scopes, context, {
    argument: 'scope',
    description: 'show a scope, as JSON',
    read: async (sql, name) => {
      const scope = (await listScopes(sql)).find((each) => each.name === name)
      if (scope) return scope
      throw noSuchScope()
    },
  })
  addDefine(scopes, context, 'update')
  addRemoveCommand(scopes, context, {
    argument: 'scope',
    member: 'name',
    description: 'remove a scope that no app is registered for, and take it from all that people approved',
    yes: ['yes, take it from what people approved', 'Removing a scope takes it from all that people approved,'],
    remove: (registrar, name) => registrar.removeScope(name),
    done: 'Removed, and taken from all that held it.',
  })
}

const ABOUT = {
  add: 'define a scope; apps ask for it once they are registered for it',
  update: 'change a scope; what is not named stays as it is',
}

function addDefine(scopes: Command, context: CommandContext, act: 'add' | 'update'): void {
  const { output, readFile } = context
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
      onProvider(context, async (sql, registrar) => {
        const present = (await listScopes(sql)).find((scope) => scope.name === name)
        if (act === 'add' && present)
          throw new CommandError('There is this scope already. See: countersign scopes update')
        if (act === 'update' && !present) throw noSuchScope()
        const defined = await registrar.defineScope(describeScope(name, flags, present))
        output.print(flags.json ? formatJson(defined) : NEXT)
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

function noSuchScope(): CommandError {
  return new CommandError('There is no such scope. See: countersign scopes list')
}
