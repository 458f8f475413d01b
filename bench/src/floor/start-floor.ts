import type { Engine } from '@countersign/testing'
import { createHttpClient, readJsonFields } from '../load/http-client.ts'
import { untimed } from '../load/run-load.ts'
import { createDurableDatabase } from '../measure/durable-database.ts'
import { startServerProcess } from '../measure/server-process.ts'
import { type Arrangement, createTarget, keepForEach, type Target } from '../measure/target.ts'
import { runFloorFlow } from './flow.ts'

/** The floor on a new database: as one process, or split as Countersign is. */
export async function startFloor(engine: Engine, arrangement: Arrangement): Promise<Target> {
  const database = await createDurableDatabase(engine)
  const back = await startServerProcess(new URL('server.ts', import.meta.url), database.envOf('back'))
  const front = arrangement === 'together' ? back : await startFront(back.listening.url, database.envOf('front'))

  const clients = { back: createHttpClient(back.listening.url), front: createHttpClient(front.listening.url) }
  const refreshed = keepForEach(() => runFloorFlow(clients, untimed))
  const introspected = keepForEach(() => runFloorFlow(clients, untimed))
  const ask = async (path: string, token: string) => clients.back.send({ method: 'POST', path, body: { token } })
  return createTarget({
    walks: {
      flow: async (timed) => void (await runFloorFlow(clients, timed)),
      refresh: async (_timed, walker) => {
        const tokens = await refreshed(walker)
        const answer = await ask('/refresh', tokens.refresh_token)
        tokens.refresh_token = readJsonFields(answer, ['access_token', 'refresh_token']).refresh_token
      },
      introspection: async (_timed, walker) => {
        const { text } = await ask('/introspect', (await introspected(walker)).access_token)
        if (!text.includes('"active":true')) throw new Error(`A token that was just given is not active: ${text}`)
      },
    },
    servers: [...new Set([back, front])],
    clients: Object.values(clients),
    database,
  })
}

function startFront(backUrl: string, env: Readonly<Record<string, string>>) {
  return startServerProcess(new URL('front-server.ts', import.meta.url), { ...env, BACK_URL: backUrl })
}
