import { ClaimLabels, type OperatorClaim, OperatorClaimDefinition, OperatorClaimName } from '@countersign/contracts'
import { listClaims, markManaged } from '@countersign/provider'
import type { Sql } from '@countersign/service/sql'
import type { Command } from 'commander'
import { Value } from 'typebox/value'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { readTextsBy } from '../files.ts'
import { addDefinitionCommands, type JsonFlag, managedBy } from '../provider-commands.ts'

type Flags = JsonFlag & { readonly label?: string; readonly texts?: object; readonly openidName?: string }

export function addClaimsCommands(program: Command, context: CommandContext): void {
  const readTexts = readTextsBy(context.readFile)
  const claims = program.command('claims').description('custom claims, beside the built-in ones')
  addDefinitionCommands(claims, context, {
    noun: 'claim',
    form: 'a-z, 0-9 and _',
    about: {
      add: 'define a claim: a text that people type, and that scopes release',
      update: 'change a claim; omitted options keep their values',
    },
    addOptions: (command) =>
      command
        .option('--label <text>', 'its name for people, in English')
        .option('--texts <file>', 'a JSON file with labels by language: {"de": "…", "fr": "…"}', readTexts)
        .option('--openid-name <name>', 'its name in userinfo and id_tokens, if another'),
    find: listMarked,
    async define(registrar, name, flags: Flags, present) {
      const claim = describeClaim(name, flags, present)
      await registrar.defineClaim(claim)
      return claim
    },
    done: 'Done. Every process knows it within seconds.',
    columns: {
      claim: ({ name }) => name,
      label: ({ labels }) => labels.en,
      'OpenID name': (claim) => claim.openid_name,
      languages: ({ labels }) => Object.keys(labels).join(' '),
      'managed by': managedBy,
    },
    removal: {
      description: 'remove a claim that no scope releases',
      remove: (registrar, name) => registrar.removeClaim(name),
      done: 'Removed. Its values stay in people’s vaults.',
    },
  })
}

async function listMarked(sql: Sql): Promise<OperatorClaim[]> {
  return markManaged(sql, 'claim', { items: await listClaims(sql), nameOf: ({ name }) => name })
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
