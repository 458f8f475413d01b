/** `npm run pictures`: takes the pictures of the documents (docs/images) from a running demo. */
import { join } from 'node:path'
import { provideFastChromium } from './browsers.ts'
import { run } from './command.ts'
import { ROOT } from './files.ts'

const env = { ...(await provideFastChromium()), FONTCONFIG_FILE: join(ROOT, 'e2e/fonts.conf') }
const { code } = await run(['node', 'e2e/pictures/pictures.ts'], { show: true, env })
process.exit(code)
