/** `npm run generate`: writes the generated files that git keeps; `--check` only says whether they are current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { OAUTH_ERROR_STATUS, type OAuthErrorCode } from '@countersign/contracts'
import { OAUTH_ERRORS, RECORDED } from '@countersign/contracts/error-remedies'
import { fileNameOf, type Setting } from '@countersign/service/settings'
import { defaultOf, SETTINGS } from 'countersign'
import { writeOpenApi } from './openapi.ts'
import { writeSchemas } from './schema.ts'

// `Object.keys` loses the key type.
const CODES = (Object.keys(OAUTH_ERROR_STATUS) as OAuthErrorCode[]).toSorted()

for (const component of ['provider', 'core'] as const)
  writeOrCheck(`docs/openapi/${component}.json`, await writeOpenApi(component), 'is not what the routes say')
writeGuide('run/settings.md', 'settings', writeSettings)
writeGuide('apps/errors.md', 'errors', () => `\n${CODES.map(describeError).join('\n')}\n`)
writeGuide('apps/troubleshooting.md', 'remedy', (name) => `${remedyOf(name)}\n`)

for (const [path, text] of await writeSchemas()) writeOrCheck(path, text, 'is not what the migrations make')

function writeOrCheck(path: string, text: string, problem: string): void {
  const file = new URL(`../${path}`, import.meta.url)
  if (!process.argv.includes('--check')) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') === text) return
  console.error(`${path} ${problem}. Run: npm run generate`)
  process.exitCode = 1
}

/** Replaces each text between `<!-- mark: about -->` and `<!-- /mark -->`. */
function writeGuide(name: string, mark: string, write: (about: string) => string): void {
  const path = new URL(`../docs/guides/${name}`, import.meta.url)
  const guide = readFileSync(path, 'utf8')
  const marked = new RegExp(`(?<=<!-- ${mark}: (.*) -->\\n)[^]*?(?=<!-- /${mark} -->)`, 'g')
  const current = guide.replace(marked, (_text, about: string) => write(about))
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

/** Of a code the first remedy. */
function remedyOf(name: string): string {
  const firsts = Object.entries(OAUTH_ERRORS).map(([code, { causes }]) => [code, causes[0]] as const)
  const [, cure] = new Map([...firsts, ...Object.entries(RECORDED)]).get(name) ?? []
  if (cure === undefined) throw new Error(`No error is called ${name}.`)
  return cure
}

/** With an anchor of its own: sites derive different ones from headings. */
function describeError(code: OAuthErrorCode): string {
  const { where, because, causes } = OAUTH_ERRORS[code]
  const status = OAUTH_ERROR_STATUS[code]
  const rows = causes.map(([cause, cure]) => `- ${cause} ${cure}\n`)
  // A single cause repeats the most common one.
  const [single] = causes.length === 1 ? causes : []
  const first = CODES.find((each) => writeFixes(each) === writeFixes(code)) ?? code
  return `<a id="${code}"></a>

## \`${code}\`

Usually because ${because}${single ? ` ${single[1]}` : ''}

${first === code ? writeFixes(code) : `Fixes: as for [\`${first}\`](#${first}).\n`}
Where: ${where.includes(`(${status})`) ? where : `${where} (${status})`}.
${single ? '' : `\n${rows.join('')}`}`
}

function writeFixes(code: OAuthErrorCode): string {
  const { sdk, python, third } = OAUTH_ERRORS[code]
  return `- SDK: ${sdk}\n- Authlib: ${python}\n- ${third}\n`
}
