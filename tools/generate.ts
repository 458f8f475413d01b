/** `npm run generate`: writes the generated files that git keeps; `--check` only says whether they are current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { OAUTH_ERROR_STATUS, type OAuthErrorCode } from '@countersign/contracts'
import { fileNameOf, type Setting } from '@countersign/service/settings'
import { defaultOf, SETTINGS } from 'countersign'
import { AUTHORIZATION_ERRORS } from './errors/authorization-errors.ts'
import type { ErrorCauses } from './errors/error-causes.ts'
import { ERROR_FIXES } from './errors/error-fixes.ts'
import { TOKEN_ERRORS } from './errors/token-errors.ts'
import { writeLibrarySettings } from './library-settings.ts'
import { writeSchemas } from './schema.ts'
import './openapi.ts'

/** A code without an entry does not compile. */
const ERROR_CAUSES: Readonly<Record<OAuthErrorCode, ErrorCauses>> = { ...AUTHORIZATION_ERRORS, ...TOKEN_ERRORS }
// `Object.keys` loses the key type.
const CODES = (Object.keys(OAUTH_ERROR_STATUS) as OAuthErrorCode[]).toSorted()

writeGuide('run/settings.md', 'settings', writeSettings())
writeGuide('apps/errors.md', 'errors', `\n${CODES.map(describeError).join('\n')}\n`)

writeOrCheck(
  'operate/console/src/apps/library-settings.ts',
  writeLibrarySettings(),
  'is not what docs/guides/apps/libraries.md says',
)

for (const [path, text] of await writeSchemas()) writeOrCheck(path, text, 'is not what the migrations make')

function writeOrCheck(path: string, text: string, problem: string): void {
  const file = new URL(`../${path}`, import.meta.url)
  if (!process.argv.includes('--check')) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') === text) return
  console.error(`${path} ${problem}. Run: npm run generate`)
  process.exitCode = 1
}

/** Replaces the text between `<!-- name: … -->` and `<!-- /name -->`. */
function writeGuide(name: string, mark: string, text: string): void {
  const path = new URL(`../docs/guides/${name}`, import.meta.url)
  const guide = readFileSync(path, 'utf8')
  const current = guide.replace(new RegExp(`(?<=<!-- ${mark}: .* -->\\n)[^]*?(?=<!-- /${mark} -->)`), () => text)
  writeOrCheck(`docs/guides/${name}`, current, `has other ${mark} than the programs`)
}

function writeSettings(): string {
  const rows = [...SETTINGS].map(
    ([name, setting]) => `| ${namesOf(name, setting)} | ${setting.meaning} | ${describeDefault(setting)} |\n`,
  )
  return `| Variable | Meaning | Default |\n|---|---|---|\n${rows.join('')}`
}

function namesOf(name: string, { isSecret }: Setting): string {
  return isSecret ? `\`${name}\`, or \`${fileNameOf(name)}\`` : `\`${name}\``
}

function describeDefault(setting: Setting): string {
  if (setting.isRequired) return 'required'
  const text = defaultOf(setting) ?? ''
  return setting.requiredInProduction ? `\`serve\`: required; \`npm start\`: ${text}` : text
}

/** With an anchor of its own: sites derive different ones from headings. */
function describeError(code: OAuthErrorCode): string {
  const { where, causes } = ERROR_CAUSES[code]
  const status = OAUTH_ERROR_STATUS[code]
  const rows = causes.map(([cause, cure]) => `- ${cause} ${cure}\n`)
  // A single cause repeats the most common one.
  const [single] = causes.length === 1 ? causes : []
  const first = CODES.find((each) => writeFixes(each) === writeFixes(code)) ?? code
  return `<a id="${code}"></a>

## \`${code}\`

Usually because ${ERROR_FIXES[code].because}${single ? ` ${single[1]}` : ''}

${first === code ? writeFixes(code) : `Fixes: as for [\`${first}\`](#${first}).\n`}
Where: ${where.includes(`(${status})`) ? where : `${where} (${status})`}.
${single ? '' : `\n${rows.join('')}`}`
}

function writeFixes(code: OAuthErrorCode): string {
  const { sdk, python, third } = ERROR_FIXES[code]
  return `- SDK: ${sdk}\n- Authlib: ${python}\n- ${third}\n`
}
