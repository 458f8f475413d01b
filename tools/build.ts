/** `npm run build`: the pages, the console and the extension, which alone do not run from their sources. */
import { buildPages } from '@countersign/console'
import { buildExtension } from '@countersign/extension'

process.stdout.write('Building the pages and the extension …\n')
const [output] = await Promise.all([buildPages(), buildExtension()])
const [budget = ''] = /^Script before unlock.*\n(?: {2}.*\n)+/m.exec(output) ?? []
process.stdout.write(budget)
