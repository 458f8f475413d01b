/** Writes the page of all errors for developers of apps; `--check` only says whether it is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { OAUTH_ERROR_STATUS, type OAuthErrorCode } from '@countersign/contracts'
import { ERROR_CAUSES } from './errors/error-causes.ts'

const GUIDE = new URL('../docs/guides/apps/errors.md', import.meta.url)
const PAGES = /(?<=<!-- errors: .* -->\n)[^]*?(?=<!-- \/errors -->)/

// The names of the table, which the compiler does not derive from its keys.
const CODES = (Object.keys(OAUTH_ERROR_STATUS) as OAuthErrorCode[]).toSorted()

const guide = readFileSync(GUIDE, 'utf8')
const current = guide.replace(PAGES, () => `\n${CODES.map(describe).join('\n')}\n`)
if (!process.argv.includes('--check')) writeFileSync(GUIDE, current)
else if (current !== guide) {
  console.error('The errors in docs/guides/apps/errors.md are not those of the programs. Run: npm run generate')
  process.exitCode = 1
}

/** With an anchor of its own: what makes one of a heading differs from site to site. */
function describe(code: OAuthErrorCode): string {
  const { where, causes } = ERROR_CAUSES[code]
  const rows = causes.map(([cause, cure]) => `| ${cause} | ${cure} |\n`)
  return `<a id="${code}"></a>

## \`${code}\`

Where: ${where}. Status, where it comes as JSON: ${OAUTH_ERROR_STATUS[code]}.

| Cause | What to do |
|---|---|
${rows.join('')}`
}
