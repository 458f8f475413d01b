import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { inspectCoreAddress } from '../doctor/core-address.ts'
import { inspectDatabase } from '../doctor/database.ts'
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
    .description('print what is in force, where it comes from and what is weak')
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
      if (json) return output.print(JSON.stringify(findings, undefined, 2))
      const rows = findings.map(({ name, value, source }) => [name, value, source])
      const weak = findings.flatMap(({ name, weakness }) => (weakness ? [`  - ${name} ${weakness}`] : []))
      output.print(formatTable([['Setting', 'In force', 'Source'], ...rows]))
      return output.print(
        weak.length > 0 ? `\nWeak, or refused by countersign serve:\n${weak.join('\n')}` : '\nNothing weak was found.',
      )
    })
}
