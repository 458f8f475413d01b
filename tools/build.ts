/** `npm run build`: the consent client, the one part that does not run from its sources. */
import { buildConsentClient } from './consent-client.mjs'
import { withProgress } from './progress.mjs'

const output = await withProgress('Building the consent client', buildConsentClient)
const [budget] = /^Script before unlock.*\n(?: {2}.*\n)+/m.exec(output) ?? []
if (budget) process.stdout.write(`\n${budget}`)
