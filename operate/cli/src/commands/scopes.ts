import { type OperatorScope, OperatorScopeDefinition, OperatorScopeName, ScopeTexts } from '@countersign/contracts'
import { listScopes, markManaged } from '@countersign/provider'
import type { Sql } from '@countersign/service/sql'
import type { Command } from 'commander'
import { Value } from 'typebox/value'
import { collect } from '../client-options.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { readTextsBy } from '../files.ts'
import { addDefinitionCommands, type JsonFlag, managedBy } from '../provider-commands.ts'

type Flags = JsonFlag & {
  readonly title?: string
  readonly description?: string
  readonly claim?: readonly string[]
  readonly texts?: object
}

export function addScopesCommands(program: Command, context: CommandContext): void {
  const readTexts = readTextsBy(context.readFile)
  const scopes = program.command('scopes').description('custom scopes, beside the built-in ones')
  addDefinitionCommands(scopes, context, {
    noun: 'scope',
    about: {
      add: 'define a scope; apps ask for it once they are registered for it',
      update: 'change a scope; omitted options keep their values',
    },
    addOptions: (command) =>
      command
        .option('--title <text>', 'its title on the consent page, in English')
        .option('--description <text>', 'the data that it shares, in an English sentence')
        .option(
          '--claim <claim>',
          'a claim that it releases: built-in, or one of countersign claims; repeatable',
          collect,
        )
        .option('--texts <file>', 'a JSON file: {"de": {"title": "…", "description": "…"}, …}', readTexts),
    find: listMarked,
    define: (registrar, name, flags: Flags, present) => registrar.defineScope(describeScope(name, flags, present)),
    done: NEXT,
    columns: {
      scope: ({ name }) => name,
      title: ({ texts }) => texts.en.title,
      claims: ({ claims }) => claims.join(' '),
      resource: ({ resource }) => resource ?? '',
      languages: ({ texts }) => Object.keys(texts).join(' '),
      'managed by': managedBy,
    },
    removal: {
      description: 'remove a scope that no app is registered for, and take it from all that people approved',
      yes: ['yes, take it from what people approved', 'Removing a scope takes it from all that people approved,'],
      remove: (registrar, name) => registrar.removeScope(name),
      done: 'Removed, and taken from all that held it.',
    },
  })
}

const NEXT = `Done. Every process knows it within seconds.

Register an app for it: countersign clients add --scope, or countersign clients update --scope.`

async function listMarked(sql: Sql): Promise<OperatorScope[]> {
  return markManaged(sql, 'scope', { items: await listScopes(sql), nameOf: ({ name }) => name })
}

function describeScope(name: string, flags: Flags, present?: OperatorScope) {
  const texts = mergeTexts(flags, present)
  const claims = [...(flags.claim ?? present?.claims ?? [])]
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

/** Flags win over the file, and the file over the present texts. */
function mergeTexts({ title, description, texts: others }: Flags, present?: OperatorScope): object {
  const en = {
    description: '',
    ...present?.texts.en,
    ...(others && 'en' in others && typeof others.en === 'object' ? others.en : {}),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
  return { ...present?.texts, ...others, en }
}
