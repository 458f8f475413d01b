import type { Engine } from '@countersign/testing'
import { readNextToken, requireActive } from '../countersign/flow.ts'
import { createHttpClient, type HttpClient, readJsonFields } from '../load/http-client.ts'
import type { StepName, Timed } from '../load/run-load.ts'
import { createDurableDatabase } from '../measure/durable-database.ts'
import { startServerProcess } from '../measure/server-process.ts'
import { type Arrangement, createTarget, type Target } from '../measure/target.ts'

export async function startFloor(engine: Engine, arrangement: Arrangement): Promise<Target> {
  const database = await createDurableDatabase(engine)
  const back = await startServerProcess(new URL('server.ts', import.meta.url), database.envOf('back'))
  const front = arrangement === 'together' ? back : await startFront(back.listening.url, database.envOf('front'))

  const clients = { back: createHttpClient(back.listening.url), front: createHttpClient(front.listening.url) }
  const ask = async (path: string, token: string) => clients.back.send({ method: 'POST', path, body: { token } })
  return createTarget({
    flow: (timed) => runFloorFlow(clients, timed),
    refresh: async (token) => readNextToken(await ask('/refresh', token)),
    introspect: async (token) => requireActive(await ask('/introspect', token)),
    servers: [...new Set([back, front])],
    clients: Object.values(clients),
    database,
  })
}

function startFront(backUrl: string, env: Readonly<Record<string, string>>) {
  return startServerProcess(new URL('front-server.ts', import.meta.url), { ...env, BACK_URL: backUrl })
}

type Servers = { readonly front: HttpClient; readonly back: HttpClient }

/** A flow's five requests, each to the half that serves it. */
async function runFloorFlow({ front, back }: Servers, timed: Timed) {
  const step = async <Field extends string>(
    { send }: HttpClient,
    name: StepName,
    { body, fields }: { readonly body: object; readonly fields: readonly Field[] },
  ) => timed(name, async () => readJsonFields(await send({ method: 'POST', path: `/${name}`, body }), fields))
  const { id } = await step(back, 'authorize', { body: {}, fields: ['id'] })
  await step(front, 'details', { body: { id }, fields: ['id'] })
  await step(front, 'attest', { body: { id }, fields: ['id'] })
  const { code } = await step(front, 'complete', { body: { id }, fields: ['code'] })
  return step(back, 'token', { body: { code }, fields: ['data_token', 'access_token', 'refresh_token'] })
}
