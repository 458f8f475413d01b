/** A measured process: these components of Countersign, as `countersign serve` runs them, logging to a file. */
import { join } from 'node:path'
import { registerClient } from '@countersign/provider'
import { createLogger } from '@countersign/service'
import type { SignedUp } from '@countersign/testing'
import { startServer } from 'countersign'
import { answerParent } from '../measure/server-process.ts'
import { copyPeople } from './copy-people.ts'
import { createSecrets } from './create-secrets.ts'
import { CALLBACK_URI } from './flow.ts'

const components = (['provider', 'core'] as const).filter((name) => (process.env['COMPONENTS'] ?? name).includes(name))
const logger = createLogger({ level: 'info', file: join(process.env['DATA_DIR'] ?? '.', 'bench.log') })
const env = {
  PORT: '0',
  ...(await createSecrets()),
  // All of the load comes from one address.
  RATE_LIMIT_AUTHORIZE: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_SIGN_UPS: '1000000',
  ...process.env,
}
const server = await startServer({ env, logger, components })
const { sql } = server.database ?? {}
if (!sql) throw new Error('The bench needs a database.')
const { clientId, clientSecret = '' } = components.includes('provider')
  ? await registerClient(sql, {
      name: 'Bench',
      redirectUris: [CALLBACK_URI],
      scopes: ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false })),
    })
  : { clientId: '' }
const address = server.app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
answerParent({ url: `http://localhost:${port}`, clientId, clientSecret }, () => server.close(), {
  copyPeople: (about) => copyPeople(sql, about as { readonly person: SignedUp; readonly count: number }),
})
