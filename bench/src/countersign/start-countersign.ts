import { type Engine, freePort, type SignedUp, signUpForToken } from '@countersign/testing'
import { createHttpClient } from '../load/http-client.ts'
import { type Timed, untimed } from '../load/run-load.ts'
import { createDurableDatabase, type DurableDatabase } from '../measure/durable-database.ts'
import { startServerProcess } from '../measure/server-process.ts'
import { type Arrangement, createTarget, keepForEach, type Target } from '../measure/target.ts'
import { createSecrets } from './create-secrets.ts'
import { runFlow, runIntrospection, runRefresh } from './flow.ts'

const PROGRAM = new URL('server.ts', import.meta.url)
/** More than the flows of a second, and core remembers nobody's session for longer. */
const PEOPLE = 3_000

/** Countersign on a new database, with people who are signed in and an app. */
export async function startCountersign(engine: Engine, arrangement: Arrangement): Promise<Target> {
  const database = await createDurableDatabase(engine)
  const [provider, core = provider] = await { together: startTogether, apart: startApart }[arrangement](database)
  const url = core.listening.url
  const person = await signUpForToken({ url, origin: url })
  const people = await core.ask<SignedUp[]>('copyPeople', { person, count: PEOPLE })

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

async function startTogether(database: DurableDatabase) {
  return [await startServerProcess(PROGRAM, database.envOf('together'))] as const
}

async function startApart(database: DurableDatabase) {
  const providerUrl = `http://localhost:${await freePort()}`
  const coreUrl = `http://localhost:${await freePort()}`
  const shared = { ...(await createSecrets()), BASE_URL: providerUrl, PROVIDER_URL: providerUrl, CORE_URL: coreUrl }
  const start = (component: 'provider' | 'core', url: string) =>
    startServerProcess(PROGRAM, {
      ...shared,
      ...database.envOf(component),
      CONSENT_URL: coreUrl,
      COMPONENTS: component,
      PORT: new URL(url).port,
    })
  return [await start('provider', providerUrl), await start('core', coreUrl)] as const
}
