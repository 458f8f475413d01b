import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { inspectCoreAddress } from '../doctor/core-address.ts'
import { inspectDatabase } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import { inspectPageOrigin } from '../doctor/page-origin.ts'
import { inspectPasswordSecrets } from '../doctor/password-secrets.ts'
import { inspectProxies } from '../doctor/proxies.ts'
import { inspectSettings } from '../doctor/settings.ts'
import { inspectSigningKeys } from '../doctor/signing-keys.ts'
import { inspectVerifiedClaims } from '../doctor/verified-claims.ts'
import { formatTable } from '../output.ts'

/** `countersign doctor`: what is in force, where it comes from and what is weak. Never the value of a secret. */
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
        ...(await inspectSettings(context.env)),
        ...inspectPageOrigin(context.env),
        ...(await inspectCoreAddress(context.env)),
        ...(await inspectDatabase(context)),
        ...(await inspectPasswordSecrets(context)),
        ...(await inspectSigningKeys(context)),
        ...(await inspectVerifiedClaims(context)),
        ...(await inspectProxies(context)),
      ]
      output.print(json ? JSON.stringify(findings, undefined, 2) : describe(findings))
      const broken = findings.flatMap(({ name, mustMend }) => (mustMend ? [name] : []))
      if (broken.length > 0) throw new CommandError(`To be mended: ${broken.join(', ')}.`)
    })
}

function describe(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, value, source }) => [name, value, source])
  const weak = findings.flatMap(({ name, weakness }) => (weakness ? [`  - ${name} ${weakness}`] : []))
  const table = formatTable([['Setting', 'In force', 'Source'], ...rows])
  if (weak.length === 0) return `${table}\n\nNothing weak was found.`
  return `${table}\n\nWeak, or refused by countersign serve:\n${weak.join('\n')}`
}
