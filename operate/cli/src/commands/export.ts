import { describeAppsFile } from '@countersign/provider'
import { BRAND_SETTINGS } from '@countersign/service/brand'
import { type Environment, findText, isSet, readSettings } from '@countersign/service/settings'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { onProvider } from '../provider-commands.ts'

const HELP = `
Client secrets are stored as hashes, so each app names a file for its secret: countersign apply --make-secrets makes them.
Apps that registered themselves, or that developers did, are left out.

Example:
  countersign export > apps.yaml`

const HEAD = `# Apps, scopes, claims, APIs and the brand, without any secret.
# Show what it would change elsewhere: countersign apply FILE. Change it: add --yes, and --make-secrets for new secrets.
`

/** `countersign export`: the registry as a file for `countersign apply`. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('print apps, scopes, claims, APIs and the brand as a file for apply, without secrets')
    .addHelpText('after', HELP)
    .action(() =>
      onProvider(context, async (sql) => {
        const { stringify } = await import('yaml')
        const file = { brand: await describeBrand(context.env), ...(await describeAppsFile(sql)) }
        const filled = Object.entries(file).filter(([, part]) => Object.keys(part ?? {}).length > 0)
        context.output.print(`${HEAD}${stringify(Object.fromEntries(filled), { lineWidth: 0 }).trimEnd()}`)
      }),
    )
}

async function describeBrand(env: Environment) {
  const { BRAND_LEGAL_LINKS: links } = await readSettings(env, BRAND_SETTINGS)
  const members = {
    name: 'BRAND_NAME',
    logo_file: 'BRAND_LOGO_FILE',
    accent: 'BRAND_ACCENT',
    accent_dark: 'BRAND_ACCENT_DARK',
    support_url: 'BRAND_SUPPORT_URL',
  }
  const named = Object.entries(members).filter(([, name]) => isSet(env, name))
  return {
    ...Object.fromEntries(named.map(([member, name]) => [member, findText(env, name)])),
    ...(links && { legal_links: links }),
  }
}
