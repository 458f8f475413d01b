/**
 * The yardstick: node:http and a flow's five statements, and nothing else. No validation, no checks, no signature, no
 * log: the least that any server on this database could do.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { openDatabase, sha256 } from '@countersign/service'
import { answerParent } from './server-process.ts'

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory } = process.env
const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDirectory })
const { sql, pool } = database
await pool.query(`create schema bare`)
await pool.query(`create table bare.requests (id uuid primary key, client text not null, redirect_uri text not null,
  scopes text[] not null, state text not null, challenge text not null, status text not null default 'pending',
  expires_at timestamptz not null)`)
await pool.query(`create table bare.codes (hash bytea primary key, request_id uuid not null, data_token text not null,
  used_at timestamptz, expires_at timestamptz not null)`)
await pool.query(
  `create table bare.tokens (hash bytea primary key, code_hash bytea not null, expires_at timestamptz not null)`,
)

type Body = { readonly id: string; readonly code: string }

const steps: Readonly<Record<string, (body: Body) => Promise<object>>> = {
  '/authorize': async () => {
    const id = randomUUID()
    await sql`insert into bare.requests (id, client, redirect_uri, scopes, state, challenge, expires_at)
              values (${id}, 'client', 'https://app.example/callback', ${['openid', 'email']}, 'state', 'challenge',
                      now() + interval '10 minutes')`
    return { id }
  },
  '/details': async ({ id }) => readRequest(id),
  '/attest': async ({ id }) => readRequest(id),
  '/complete': async ({ id }) => {
    const code = randomBytes(32).toString('base64url')
    await sql`with approved as (update bare.requests set status = 'approved'
                                 where id = ${id} and status = 'pending' and expires_at > now() returning id)
              insert into bare.codes (hash, request_id, data_token, expires_at)
              select ${sha256(code)}, id, ${'x'.repeat(600)}, now() + interval '10 minutes' from approved`
    return { code }
  },
  '/token': async ({ code }) => {
    const tokens = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')] as const
    const [row] = await sql<{ data_token: string }>`
      with spent as (update bare.codes set used_at = now()
                      where hash = ${sha256(code)} and used_at is null and expires_at > now() returning hash, data_token),
           issued as (insert into bare.tokens (hash, code_hash, expires_at)
                      select unnest(array[${sha256(tokens[0])}::bytea, ${sha256(tokens[1])}::bytea]), hash,
                             now() + interval '1 hour' from spent)
      select data_token from spent`
    return { tokens, data_token: row?.data_token }
  },
}

async function readRequest(id: string): Promise<object> {
  const [row] = await sql`select * from bare.requests where id = ${id}`
  return row ?? {}
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function answer(request: IncomingMessage): Promise<string> {
  const step = steps[request.url ?? '']
  return JSON.stringify(step ? await step(await readBody(request)) : {})
}

const server = createServer((request, response) => {
  answer(request).then(
    (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  answerParent({ url: `http://127.0.0.1:${port}`, clientId: '', clientSecret: '' }, async () => {
    server.closeAllConnections()
    await database.close()
  })
})
