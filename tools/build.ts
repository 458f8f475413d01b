/** `npm run build`: the consent client, the one part that does not run from its sources. */
import { buildWeb } from '@countersign/web'

process.stdout.write('Building the web client …\n')
const output = await buildWeb()
const [budget = ''] = /^Script before unlock.*\n(?: {2}.*\n)+/m.exec(output) ?? []
process.stdout.write(budget)
