import { type Engine, freePort, type SignedUp, signUpForToken } from '@countersign/testing'
import { createHttpClient } from '../load/http-client.ts'
import { createDurableDatabase, type DurableDatabase } from '../measure/durable-database.ts'
import { type ServerProcess, startServerProcess } from '../measure/server-process.ts'
import { type Arrangement, createTarget, type Target } from '../measure/target.ts'
import { runFlow, runIntrospection, runRefresh } from './flow.ts'
import { copyPeople, createEnvironment } from './set-up.ts'

const PROGRAM = new URL('server.ts', import.meta.url)
/** More than the flows of a second, for which core caches a session. */
const PEOPLE = 3_000

type Processes = { readonly provider: ServerProcess; readonly core: ServerProcess }

/** Countersign on a new database, with an app and signed-in users. */
export async function startCountersign(engine: Engine, served: Arrangement): Promise<Target> {
  const database = await createDurableDatabase(engine)
  const { provider, core } = await { together: startTogether, apart: startApart }[served](database)
  const url = core.listening.url
  const person = await signUpForToken({ url, origin: url })
  const { postgres } = database
  const people = postgres
    ? await copyPeople(postgres.sql, { person, count: PEOPLE })
    : await core.ask<SignedUp[]>('copyPeople', { person, count: PEOPLE })

  const clients = { provider: createHttpClient(provider.listening.url), core: createHttpClient(core.listening.url) }
  const servers = { ...clients, app: provider.listening }
  let flows = 0
  return createTarget({
    flow: (timed) => runFlow(servers, { timed, person: people[flows++ % people.length] ?? person }),
    refresh: (token) => runRefresh(servers, token),
    introspect: (token) => runIntrospection(servers, token),
    servers: [...new Set([provider, core])],
    clients: Object.values(clients),
    database,
  })
}

async function startTogether(database: DurableDatabase): Promise<Processes> {
  const server = await startServerProcess(PROGRAM, database.envOf('together'))
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
      WEB_URL: coreUrl,
      COMPONENTS: component,
      PORT: new URL(url).port,
    })
  return { provider: await start('provider', providerUrl), core: await start('core', coreUrl) }
}
