/**
 * The public half of a split floor: passes on two requests over kept-alive HTTP and answers one by a statement of its own, like
 * core beside a provider.
 */
import { randomUUID } from 'node:crypto'
import { openDatabase } from '@countersign/service/sql'
import { createHttpClient } from '../load/http-client.ts'
import { answerParent } from '../measure/server-process.ts'
import { type Body, listenBarely } from './listen-barely.ts'

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory, BACK_URL: backUrl = '' } = process.env
const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDirectory })
const { sql, pool } = database
await pool.query(`create schema front`)
await pool.query(
  `create table front.sessions (id uuid primary key, person text not null, expires_at timestamptz not null)`,
)
const session = randomUUID()
await sql`insert into front.sessions values (${session}, 'person', now() + interval '1 day')`

const back = createHttpClient(backUrl)
const passOn = (path: string) => async (body: Body) =>
  JSON.parse((await back.send({ method: 'POST', path, body })).text)

const { url, close } = await listenBarely({
  '/details': passOn('/details'),
  '/attest': async ({ id }) => {
    const [row] = await sql`select * from front.sessions where id = ${session} and expires_at > now()`
    return { id, ...row }
  },
  '/complete': passOn('/complete'),
})
answerParent({ url, clientId: '', clientSecret: '' }, async () => {
  close()
  back.close()
  await database.close()
})
