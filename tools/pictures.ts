/**
 * `npm run pictures`: takes the pictures of the documents (docs/images). `-- --all` takes one of every page instead, into
 * e2e/screenshots, and checks each page; `--language de` names the other language, `--only consent` the pages.
 */
import { join } from 'node:path'
import { provideFastChromium } from './browsers.ts'
import { run } from './command.ts'
import { ROOT } from './files.ts'

const env = { ...(await provideFastChromium()), FONTCONFIG_FILE: join(ROOT, 'e2e/fonts.conf') }
const { code } = await run(['node', 'e2e/pictures/pictures.ts', ...process.argv.slice(2)], { show: true, env })
process.exit(code)
