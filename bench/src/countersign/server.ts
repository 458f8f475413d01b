/** A measured process: components as `countersign serve` runs them, logging to a file. */
import { join } from 'node:path'
import { createLogger } from '@countersign/service/telemetry'
import type { SignedUp } from '@countersign/testing'
import { keepHeapSmall, startServer } from 'countersign'
import { answerParent } from '../measure/server-process.ts'
import { copyPeople, createEnvironment, registerBenchApp } from './set-up.ts'

keepHeapSmall()
const components = (['provider', 'core'] as const).filter((name) => (process.env['COMPONENTS'] ?? name).includes(name))
const logger = createLogger({ level: 'info', file: join(process.env['DATA_DIR'] ?? '.', 'bench.log') })
const env = { PORT: '0', ...(await createEnvironment()), ...process.env }
const server = await startServer({ env, logger, components })
const { sql } = server.database ?? {}
if (!sql) throw new Error('The bench needs a database.')
const app = components.includes('provider') ? await registerBenchApp(sql) : { clientId: '', clientSecret: '' }
const address = server.app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
answerParent({ url: `http://localhost:${port}`, ...app }, () => server.close(), {
  copyPeople: (about) => copyPeople(sql, about as { readonly person: SignedUp; readonly count: number }),
})
