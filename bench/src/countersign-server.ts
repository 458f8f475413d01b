/** The measured process: provider and core together, as `countersign serve` runs them, logging to a file. */
import { join } from 'node:path'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { registerClient } from '@countersign/provider'
import { createLogger } from '@countersign/service'
import { startServer } from 'countersign'
import { CALLBACK_URI } from './flow.ts'
import { answerParent } from './server-process.ts'

const logFile = join(process.env['DATA_DIR'] ?? '.', 'bench.log')
const logger = createLogger({ level: 'info', file: logFile })
const env = {
  ...process.env,
  PORT: '0',
  INTERNAL_SERVICE_TOKEN: 'a service token for the bench and nothing else',
  DATA_TOKEN_SECRET: await generateDataTokenSecret(),
  // All of the load comes from one address.
  RATE_LIMIT_AUTHORIZE: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_SIGN_UPS: '1000000',
  ...(await generateCoreSecrets()),
}
const server = await startServer({ env, logger, components: ['provider', 'core'] })
if (!server.database) throw new Error('The bench needs a database.')
const { clientId, clientSecret = '' } = await registerClient(server.database.sql, {
  name: 'Bench',
  redirectUris: [CALLBACK_URI],
  scopes: ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false })),
})
answerParent({ url: server.url, clientId, clientSecret }, () => server.close())
