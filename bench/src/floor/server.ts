/**
 * The floor: node:http and the statements of a flow (five), a refresh and an introspection (one each). No validation, checks,
 * signatures or log.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '@countersign/service/secrets'
import { openDatabase } from '@countersign/service/sql'
import { answerParent } from '../measure/server-process.ts'
import { type Answers, listenBarely } from './listen-barely.ts'

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory } = process.env
const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDirectory })
const { sql, pool } = database
await pool.query(`create schema floor`)
await pool.query(`create table floor.requests (id uuid primary key, client text not null, redirect_uri text not null,
  scopes text[] not null, state text not null, challenge text not null, status text not null default 'pending',
  expires_at timestamptz not null)`)
await pool.query(`create table floor.codes (hash bytea primary key, request_id uuid not null, data_token text not null,
  used_at timestamptz, expires_at timestamptz not null)`)
await pool.query(
  `create table floor.tokens (hash bytea primary key, code_hash bytea not null, expires_at timestamptz not null)`,
)

const steps: Answers = {
  '/authorize': async () => {
    const id = randomUUID()
    await sql`insert into floor.requests (id, client, redirect_uri, scopes, state, challenge, expires_at)
              values (${id}, 'client', 'https://app.example/callback', ${['openid', 'email']}, 'state', 'challenge',
                      now() + interval '10 minutes')`
    return { id }
  },
  '/details': async ({ id }) => readRequest(id),
  '/attest': async ({ id }) => readRequest(id),
  '/complete': async ({ id }) => {
    const code = randomBytes(32).toString('base64url')
    await sql`with approved as (update floor.requests set status = 'approved'
                                 where id = ${id} and status = 'pending' and expires_at > now() returning id)
              insert into floor.codes (hash, request_id, data_token, expires_at)
              select ${sha256(code)}, id, ${'x'.repeat(600)}, now() + interval '10 minutes' from approved`
    return { code }
  },
  '/token': async ({ code }) => {
    const tokens = newTokens()
    const [row] = await sql<{ data_token: string }>`
      with spent as (update floor.codes set used_at = now()
                      where hash = ${sha256(code)} and used_at is null and expires_at > now() returning hash, data_token),
           issued as (insert into floor.tokens (hash, code_hash, expires_at)
                      select unnest(array[${sha256(tokens[0])}::bytea, ${sha256(tokens[1])}::bytea]), hash,
                             now() + interval '1 hour' from spent)
      select data_token from spent`
    return { access_token: tokens[0], refresh_token: tokens[1], data_token: row?.data_token }
  },
  '/refresh': async ({ token }) => {
    const tokens = newTokens()
    await sql`
      with rotated as (update floor.tokens set hash = ${sha256(tokens[1])}, expires_at = now() + interval '1 hour'
                        where hash = ${sha256(token)} and expires_at > now() returning code_hash)
      insert into floor.tokens (hash, code_hash, expires_at)
      select ${sha256(tokens[0])}, code_hash, now() + interval '1 hour' from rotated`
    return { access_token: tokens[0], refresh_token: tokens[1] }
  },
  '/introspect': async ({ token }) => {
    const [row] = await sql`select * from floor.tokens where hash = ${sha256(token)} and expires_at > now()`
    return { active: row !== undefined }
  },
}

async function readRequest(id: string): Promise<object> {
  const [row] = await sql`select * from floor.requests where id = ${id}`
  return row ?? {}
}

function newTokens() {
  return [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')] as const
}

const { url, close } = await listenBarely(steps)
answerParent({ url, clientId: '', clientSecret: '' }, async () => {
  close()
  await database.close()
})
