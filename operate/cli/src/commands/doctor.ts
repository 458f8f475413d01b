import { VERSION } from '@countersign/service/settings'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { inspectDatabase } from '../doctor/database.ts'
import { componentsOf, type Finding } from '../doctor/finding.ts'
import {
  inspectEvents,
  inspectPasswordSecrets,
  inspectProxies,
  inspectSigningKeys,
  inspectTokenSecret,
  inspectVerifiedClaims,
} from '../doctor/in-use.ts'
import { inspectPageOrigin } from '../doctor/page.ts'
import { inspectPeers } from '../doctor/peers.ts'
import { inspectSettings } from '../doctor/settings.ts'
import { formatJson, formatTable } from '../output.ts'

/** `countersign doctor`: every setting, its source and weakness, never the value of a secret. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  const { output } = context
  program
    .command('doctor')
    .description(
      'print what is in force, where it comes from and what is weak; exit code 1 where something does not work',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const findings = [
        ...describeProgram(),
        { name: 'settings of', value: componentsOf(context.env).join(', '), source: 'which of them are set' },
        ...(await inspectSettings(context.env)),
        ...inspectPageOrigin(context.env),
        ...(await inspectPeers(context.env)),
        ...(await inspectDatabase(context)),
        ...(await inspectPasswordSecrets(context)),
        ...(await inspectSigningKeys(context)),
        ...(await inspectTokenSecret(context)),
        ...(await inspectVerifiedClaims(context)),
        ...(await inspectProxies(context)),
        ...(await inspectEvents(context)),
      ]
      output.print(json ? formatJson(findings) : describe(findings))
      const broken = findings.flatMap(({ name, mustMend }) => (mustMend ? [name] : []))
      if (broken.length > 0) throw new CommandError(`To be mended: ${broken.join(', ')}.`)
    })
}

function describeProgram(): Finding[] {
  return [
    { name: 'version', value: VERSION, source: 'program' },
    { name: 'Node.js', value: process.versions.node, source: 'program' },
  ]
}

function describe(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, value, source }) => [name, value, source])
  const weak = findings.flatMap(({ name, weakness }) => (weakness ? [`  - ${name} ${weakness}`] : []))
  const table = formatTable([['Setting', 'In force', 'Source'], ...rows])
  if (weak.length === 0) return `${table}\n\nNothing weak was found.`
  return `${table}\n\nWeak, or refused by countersign serve:\n${weak.join('\n')}`
}
