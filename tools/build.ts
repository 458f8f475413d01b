/** `npm run build`: the consent client, the one part that does not run from its sources. */
import { buildConsentClient } from '@countersign/web'

process.stdout.write('Building the consent client …\n')
const output = await buildConsentClient()
const [budget = ''] = /^Script before unlock.*\n(?: {2}.*\n)+/m.exec(output) ?? []
process.stdout.write(budget)
