/** Writes the table of settings into the guide; `--check` only says whether it is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Setting } from '@countersign/service/settings'
import { defaultOf, SETTINGS } from 'countersign'

const GUIDE = new URL('../docs/guides/run/settings.md', import.meta.url)
const TABLE = /(?<=<!-- settings: .* -->\n)[^]*?(?=<!-- \/settings -->)/

const guide = readFileSync(GUIDE, 'utf8')
const current = guide.replace(TABLE, () => writeTable())
if (!process.argv.includes('--check')) writeFileSync(GUIDE, current)
else if (current !== guide) {
  console.error('The settings in docs/guides/run/settings.md are not those of the programs. Run: npm run generate')
  process.exitCode = 1
}

function writeTable(): string {
  const rows = [...SETTINGS].map(
    ([name, setting]) => `| \`${name}\` | ${setting.meaning} | ${describeDefault(setting)} |\n`,
  )
  return `| Variable | Meaning | Default |\n|---|---|---|\n${rows.join('')}`
}

function describeDefault(setting: Setting): string {
  if (setting.isRequired) return 'required'
  const text = defaultOf(setting) ?? ''
  return setting.requiredInProduction ? `\`serve\`: required; \`npm start\`: ${text}` : text
}
