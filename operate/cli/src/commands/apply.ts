import { AppsFile } from '@countersign/contracts'
import { type AppsFileChange, listLeft, prune, releaseEntries } from '@countersign/provider'
import { findText } from '@countersign/service/settings'
import type { Command } from 'commander'
import { readAppsFile } from '../apps-file/read-apps-file.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatJson } from '../output.ts'
import { type JsonFlag, onProvider } from '../provider-commands.ts'

type Flags = JsonFlag & {
  readonly yes?: true
  readonly prune?: true
  readonly makeSecrets?: true
  readonly schema?: true
  readonly release?: true
}

const HELP = `
Without --yes it changes nothing. Everything in the file can be changed nowhere else. What leaves the file stays, an app
disabled, until --prune. With APPS_FILE, the server applies the file at each start.

Example:
  countersign apply apps.yaml --yes`

/** `countersign apply`: apps, scopes, claims and APIs from a file. */
export function addApplyCommand(program: Command, context: CommandContext): void {
  const apply = program
    .command('apply')
    .description('make apps, scopes, claims and APIs equal to a file; first show the changes')
    .argument('[file]', 'in YAML or JSON')
    .option('--yes', 'change it')
    .option('--prune', 'also remove what has left the file, with all that was issued for it')
    .option('--make-secrets', 'write a new secret to each client_secret_file that is missing')
    .option('--release', 'without a file: let everything be changed elsewhere again, as it is')
    .option('--schema', 'print the JSON schema of the file, for editors')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: Flags) => {
      if (flags.schema) return context.output.print(formatJson(AppsFile))
      return flags.release ? release(context, flags) : applyFile(context, requireFile(file), flags)
    })
  // Before the command goes to a running process: it opens no file, and all of them travel with the command.
  apply.hook('preAction', async (_apply, { args: [file] }) => {
    const { makeSecrets, schema, release: releases } = apply.opts<Flags>()
    if (schema || releases) return
    const path = requireFile(file)
    const { secretFiles, readContent } = await readAppsFile(path, context.readFile)
    if (makeSecrets) for (const each of secretFiles) context.makeSecret(each)
    readContent()
  })
}

/** For an operator who gives up the file, or has lost it. */
function release(context: CommandContext, { json }: JsonFlag): Promise<void> {
  return onProvider(context, async (sql) => {
    const released = await releaseEntries(sql)
    const text = `Released ${released} entries. Take APPS_FILE out of the settings, or the next start takes them over again.`
    context.output.print(json ? formatJson({ released }) : text)
  })
}

async function applyFile(context: CommandContext, file: string, { yes, prune: prunes, json }: Flags): Promise<void> {
  const { output, readFile, env } = context
  const { readContent } = await readAppsFile(file, readFile)
  await onProvider(context, async (sql, registrar) => {
    const options = { issuer: findText(env, 'BASE_URL'), isDry: !yes }
    const changes = await registrar.applyAppsFile(readContent(), options)
    const left = prunes ? [...(await listLeft(sql)), ...(yes ? [] : changes.filter(({ act }) => act === 'leave'))] : []
    const isBack = ({ kind, name }: Named) =>
      changes.some((each) => each.kind === kind && each.name === name && each.act !== 'leave')
    const kept = prunes && yes ? await prune(sql, registrar) : []
    const isKept = ({ kind, name }: Named) => kept.some((each) => each.startsWith(`${kind} ${name}: `))
    const removed = left.filter((each) => !isBack(each) && !isKept(each))
    const told = [...changes, ...removed.map(({ kind, name }) => ({ kind, name, act: 'remove', members: [] }) as const)]
    output.print(json ? formatJson({ applied: yes === true, changes: told }) : describe(told, yes))
    if (kept.length === 0) return
    throw new CommandError(`These are in use, and stay:\n${kept.map((each) => `  - ${each}`).join('\n')}`)
  })
}

type Named = Pick<AppsFileChange, 'kind' | 'name'>
type Told = Named & { readonly act: AppsFileChange['act'] | 'remove'; readonly members: readonly string[] }

const ACTS: Readonly<Record<Told['act'], string>> = {
  add: 'add',
  change: 'change',
  take_over: 'take over',
  leave: 'not in the file',
  remove: 'remove',
}

function describe(changes: readonly Told[], yes: true | undefined): string {
  if (changes.length === 0) return 'Everything is as the file says.'
  const lines = changes.map(({ kind, name, act, members }) => {
    const rest = act === 'leave' ? (kind === 'client' ? ['disabled'] : ['stays as it is']) : members
    return `  ${ACTS[act]} ${kind} ${name}${rest.length > 0 ? `: ${rest.join(', ')}` : ''}`
  })
  return `${lines.join('\n')}\n\n${yes ? 'Done.' : 'Nothing is changed yet: add --yes.'}`
}

function requireFile(file: string | undefined): string {
  if (file !== undefined) return file
  throw new CommandError('Which file? For example: countersign apply apps.yaml')
}
