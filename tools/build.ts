/** `npm run build`: the consent client, the one part that does not run from its sources. */
import { buildConsentClient } from './consent-client.mjs'
import { withProgress } from './progress.mjs'

await withProgress('Building the consent client', buildConsentClient)
