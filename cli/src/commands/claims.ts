import { ClaimLabels, type OperatorClaim, OperatorClaimDefinition, OperatorClaimName } from '@countersign/contracts'
import { listClaims } from '@countersign/provider'
import type { Command } from 'commander'
import { Value } from 'typebox/value'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatTable } from '../output.ts'
import { readTextsFile } from '../texts-file.ts'
import { withProviderDatabase } from '../with-provider-database.ts'

type Flags = {
  readonly label?: string
  readonly texts?: object
  readonly openidName?: string
  readonly json?: true
}

/** `countersign claims …`: what people can keep and share beside the built-in claims. */
export function addClaimsCommands(program: Command, context: CommandContext): void {
  const claims = program.command('claims').description('what people can share beside the built-in claims')
  addDefine(claims, context, 'add')
  addList(claims, context)
  addShow(claims, context)
  addDefine(claims, context, 'update')
  addRemove(claims, context)
}

const ABOUT = {
  add: 'define a claim: a text that people type, and that scopes release',
  update: 'change a claim; what is not named stays as it is',
}

function addDefine(claims: Command, { output, readFile, ...context }: CommandContext, act: 'add' | 'update'): void {
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
      withProviderDatabase({ output, readFile, ...context })(async (sql, registrar) => {
        const present = (await listClaims(sql)).find((claim) => claim.name === name)
        if (act === 'add' && present)
          throw new CommandError('There is this claim already. See: countersign claims update')
        if (act === 'update' && !present) throw noSuchClaim()
        const claim = describeClaim(name, flags, present)
        await registrar.defineClaim(claim)
        output.print(flags.json ? JSON.stringify(claim, undefined, 2) : WORKS)
      }),
    )
}

const WORKS = 'Done. Every process knows it within seconds.'

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

function addList(claims: Command, context: CommandContext): void {
  claims
    .command('list')
    .description('list the claims that were defined')
    .option('--json', 'print JSON')
    .action(({ json }: Flags) =>
      withProviderDatabase(context)(async (sql) => {
        const found = await listClaims(sql)
        if (json) return context.output.print(JSON.stringify(found, undefined, 2))
        if (found.length === 0) return context.output.print('No claim is defined. Define one: countersign claims add')
        const rows = found.map((claim) => [
          claim.name,
          claim.labels.en,
          claim.openid_name,
          Object.keys(claim.labels).join(' '),
        ])
        return context.output.print(formatTable([['claim', 'label', 'OpenID name', 'languages'], ...rows]))
      }),
    )
}

function addShow(claims: Command, context: CommandContext): void {
  claims
    .command('show')
    .description('show a claim, as JSON')
    .argument('<claim>')
    .action((name: string) =>
      withProviderDatabase(context)(async (sql) => {
        const claim = (await listClaims(sql)).find((each) => each.name === name)
        if (!claim) throw noSuchClaim()
        context.output.print(JSON.stringify(claim, undefined, 2))
      }),
    )
}

function addRemove(claims: Command, context: CommandContext): void {
  claims
    .command('remove')
    .description('remove a claim that no scope releases')
    .argument('<claim>')
    .option('--json', 'print JSON')
    .action((name: string, { json }: Flags) =>
      withProviderDatabase(context)(async (_sql, registrar) => {
        await registrar.removeClaim(name)
        context.output.print(
          json ? JSON.stringify({ name, removed: true }) : 'Removed. What people keep of it stays theirs.',
        )
      }),
    )
}

function noSuchClaim(): CommandError {
  return new CommandError('There is no such claim. See: countersign claims list')
}
