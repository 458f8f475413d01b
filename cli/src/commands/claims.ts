import { ClaimLabels, type OperatorClaim, OperatorClaimDefinition, OperatorClaimName } from '@countersign/contracts'
import { listClaims } from '@countersign/provider'
import type { Command } from 'commander'
import { Value } from 'typebox/value'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { readTextsFile } from '../files.ts'
import { formatJson } from '../output.ts'
import { addListCommand, addRemoveCommand, addShowCommand, type JsonFlag, onProvider } from '../provider-commands.ts'

type Flags = JsonFlag & { readonly label?: string; readonly texts?: object; readonly openidName?: string }

/** `countersign claims …`: claims beside the built-in ones. */
export function addClaimsCommands(program: Command, context: CommandContext): void {
  const claims = program.command('claims').description('what people can share beside the built-in claims')
  addDefine(claims, context, 'add')
  addListCommand(claims, context, {
    description: 'list the claims that were defined',
    find: listClaims,
    empty: 'No claim is defined. Define one: countersign claims add',
    columns: {
      claim: ({ name }) => name,
      label: ({ labels }) => labels.en,
      'OpenID name': (claim) => claim.openid_name,
      languages: ({ labels }) => Object.keys(labels).join(' '),
    },
  })
  addShowCommand(claims, context, {
    argument: 'claim',
    description: 'show a claim, as JSON',
    read: async (sql, name) => {
      const claim = (await listClaims(sql)).find((each) => each.name === name)
      if (claim) return claim
      throw noSuchClaim()
    },
  })
  addDefine(claims, context, 'update')
  addRemoveCommand(claims, context, {
    argument: 'claim',
    member: 'name',
    description: 'remove a claim that no scope releases',
    remove: (registrar, name) => registrar.removeClaim(name),
    done: 'Removed. What people keep of it stays theirs.',
  })
}

const ABOUT = {
  add: 'define a claim: a text that people type, and that scopes release',
  update: 'change a claim; what is not named stays as it is',
}

function addDefine(claims: Command, context: CommandContext, act: 'add' | 'update'): void {
  const { output, readFile } = context
  claims
    .command(act)
    .description(ABOUT[act])
    .argument('<claim>', 'a-z, 0-9 and _')
    .option('--label <text>', 'what it is called, in English')
    .option('--texts <file>', 'a JSON file with labels by language: {"de": "…", "fr": "…"}', (path) =>
      readTextsFile(path, readFile(path)),
    )
    .option('--openid-name <name>', 'what userinfo and id_tokens call it; its own name if left out')
    .option('--json', 'print JSON')
    .action((name: string, flags: Flags) =>
      onProvider(context, async (sql, registrar) => {
        const present = (await listClaims(sql)).find((claim) => claim.name === name)
        if (act === 'add' && present)
          throw new CommandError('There is this claim already. See: countersign claims update')
        if (act === 'update' && !present) throw noSuchClaim()
        const claim = describeClaim(name, flags, present)
        await registrar.defineClaim(claim)
        output.print(flags.json ? formatJson(claim) : 'Done. Every process knows it within seconds.')
      }),
    )
}

function describeClaim(name: string, { label, texts, openidName }: Flags, present?: OperatorClaim): OperatorClaim {
  const labels = { ...present?.labels, ...texts, ...(label !== undefined && { en: label }) }
  if (!Value.Check(OperatorClaimName, name)) {
    throw new CommandError('A claim is named with a-z, 0-9 and _, and begins with a letter: loyalty_number.')
  }
  if (!Value.Check(ClaimLabels, labels)) {
    throw new CommandError('Name it in English, with --label or in --texts, and otherwise in de, fr, es, ar or ja.')
  }
  const openid_name = openidName ?? present?.openid_name ?? name
  if (Value.Check(OperatorClaimDefinition, { labels, openid_name })) return { name, openid_name, labels }
  throw new CommandError('--openid-name must be a word or an address: loyalty_number, https://shop.example/loyalty.')
}

function noSuchClaim(): CommandError {
  return new CommandError('There is no such claim. See: countersign claims list')
}
