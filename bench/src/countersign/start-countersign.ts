import { type Engine, freePort, type SignedUp, signUpForToken } from '@countersign/testing'
import { createHttpClient } from '../load/http-client.ts'
import { type Timed, untimed } from '../load/run-load.ts'
import { createDurableDatabase, type DurableDatabase } from '../measure/durable-database.ts'
import { type ServerProcess, startServerProcess } from '../measure/server-process.ts'
import { type Arrangement, createTarget, keepForEach, type Target } from '../measure/target.ts'
import { copyPeople } from './copy-people.ts'
import { createEnvironment } from './create-environment.ts'
import { runFlow, runIntrospection, runRefresh } from './flow.ts'
import { startWorkers } from './start-workers.ts'

const PROGRAM = new URL('server.ts', import.meta.url)
/** More than the flows of a second, and core remembers nobody's session for longer. */
const PEOPLE = 3_000

/** As one process or two, or as two workers that share an address. */
export type ServedAs = Arrangement | 'workers'

type Processes = { readonly provider: ServerProcess; readonly core: ServerProcess }

/** Countersign on a new database, with people who are signed in and an app. */
export async function startCountersign(engine: Engine, served: ServedAs): Promise<Target> {
  const database = await createDurableDatabase(engine)
  const { provider, core } = await { together: startTogether, apart: startApart, workers: startTwoWorkers }[served](
    database,
  )
  const url = core.listening.url
  const person = await signUpForToken({ url, origin: url })
  const { postgres } = database
  const people = postgres
    ? await copyPeople(postgres.sql, { person, count: PEOPLE })
    : await core.ask<SignedUp[]>('copyPeople', { person, count: PEOPLE })

  const clients = { provider: createHttpClient(provider.listening.url), core: createHttpClient(core.listening.url) }
  const servers = { ...clients, app: provider.listening }
  let flows = 0
  const flow = (timed: Timed) => runFlow(servers, { timed, person: people[flows++ % people.length] ?? person })
  const refreshed = keepForEach(() => flow(untimed))
  const introspected = keepForEach(() => flow(untimed))
  return createTarget({
    walks: {
      flow: async (timed) => void (await flow(timed)),
      refresh: async (_timed, walker) => {
        const tokens = await refreshed(walker)
        tokens.refresh_token = await runRefresh(servers, tokens.refresh_token)
      },
      introspection: async (_timed, walker) => runIntrospection(servers, (await introspected(walker)).access_token),
    },
    servers: [...new Set([provider, core])],
    clients: Object.values(clients),
    database,
  })
}

async function startTogether(database: DurableDatabase): Promise<Processes> {
  const server = await startServerProcess(PROGRAM, database.envOf('together'))
  return { provider: server, core: server }
}

async function startTwoWorkers(database: DurableDatabase): Promise<Processes> {
  if (!database.postgres) throw new Error('Workers need PostgreSQL.')
  const server = await startWorkers(2, database.postgres, database.envOf('workers'))
  return { provider: server, core: server }
}

async function startApart(database: DurableDatabase): Promise<Processes> {
  const providerUrl = `http://localhost:${await freePort()}`
  const coreUrl = `http://localhost:${await freePort()}`
  const shared = { ...(await createEnvironment()), BASE_URL: providerUrl, PROVIDER_URL: providerUrl, CORE_URL: coreUrl }
  const start = (component: 'provider' | 'core', url: string) =>
    startServerProcess(PROGRAM, {
      ...shared,
      ...database.envOf(component),
      CONSENT_URL: coreUrl,
      COMPONENTS: component,
      PORT: new URL(url).port,
    })
  return { provider: await start('provider', providerUrl), core: await start('core', coreUrl) }
}
