/** A measured process: node-oidc-provider with an adapter on PostgreSQL and pages of its own, as its documentation has them. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openDatabase } from '@countersign/service/sql'
import { CALLBACK_URI } from '../countersign/flow.ts'
import { answerParent } from '../measure/server-process.ts'

const { MODULE = '', DATABASE_URL: databaseUrl, CLIENT_SECRET: clientSecret = '' } = process.env
const CLIENT_ID = 'bench'
const DAY = 86_400

type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> }

type Interaction = {
  readonly prompt: { readonly name: 'login' | 'consent'; readonly details: { readonly missingOIDCScope?: string[] } }
  readonly params: { readonly client_id: string; readonly scope: string }
  readonly session?: { readonly accountId: string }
  readonly grantId?: string
}

/** The part of its API that is used. */
type Provider = {
  readonly Grant: {
    new (owner: { readonly accountId: string; readonly clientId: string }): Grant
    find(id: string): Promise<Grant | undefined>
  }
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, how: object): Promise<void>
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

type Payload = { readonly grantId?: string; readonly uid?: string; readonly userCode?: string }

const { Provider }: { Provider: new (issuer: string, settings: object) => Provider } = await import(MODULE)

const database = await openDatabase(databaseUrl ? { databaseUrl } : {})
const { sql, pool } = database
await pool.query(`
  create schema oidc;
  create table oidc.models (model text, id text, payload jsonb not null, grant_id text, uid text, user_code text,
                       expires_at timestamptz, consumed_at timestamptz, primary key (model, id));
  create index on oidc.models (grant_id);
  create index on oidc.models (uid);
  create index on oidc.models (user_code)`)

type Row = { readonly payload: object; readonly consumed: number | null }

function payloadOf([row]: readonly Row[]): object | undefined {
  return row && { ...row.payload, ...(row.consumed !== null && { consumed: row.consumed }) }
}

class PostgresAdapter {
  readonly model: string

  constructor(model: string) {
    this.model = model
  }

  async upsert(id: string, payload: Payload, expiresInSeconds?: number): Promise<void> {
    const { grantId, uid, userCode } = payload
    await sql`
      insert into oidc.models (model, id, payload, grant_id, uid, user_code, expires_at)
      values (${this.model}, ${id}, ${JSON.stringify(payload)}, ${grantId}, ${uid}, ${userCode},
              now() + ${expiresInSeconds} * interval '1 second')
      on conflict (model, id) do update
        set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
            user_code = excluded.user_code, expires_at = excluded.expires_at`
  }

  async find(id: string): Promise<object | undefined> {
    return payloadOf(
      await sql<Row>`
      select payload, extract(epoch from consumed_at)::int as consumed from oidc.models
       where model = ${this.model} and id = ${id} and (expires_at is null or expires_at > now())`,
    )
  }

  async findByUid(uid: string): Promise<object | undefined> {
    return payloadOf(
      await sql<Row>`
      select payload, extract(epoch from consumed_at)::int as consumed from oidc.models
       where model = ${this.model} and uid = ${uid} and (expires_at is null or expires_at > now())`,
    )
  }

  async findByUserCode(userCode: string): Promise<object | undefined> {
    return payloadOf(
      await sql<Row>`
      select payload, extract(epoch from consumed_at)::int as consumed from oidc.models
       where model = ${this.model} and user_code = ${userCode} and (expires_at is null or expires_at > now())`,
    )
  }

  async consume(id: string): Promise<void> {
    await sql`update oidc.models set consumed_at = now() where model = ${this.model} and id = ${id}`
  }

  async destroy(id: string): Promise<void> {
    await sql`delete from oidc.models where model = ${this.model} and id = ${id}`
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await sql`delete from oidc.models where model = ${this.model} and grant_id = ${grantId}`
  }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const settings = {
  adapter: PostgresAdapter,
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: clientSecret,
      redirect_uris: [CALLBACK_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, email: 'ada@example.org', name: 'Ada Lovelace', locale: 'en' }),
  }),
  interactions: {
    url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}`,
  },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true }, revocation: { enabled: true } },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 3_600,
    AuthorizationCode: 60,
    Grant: 14 * DAY,
    IdToken: 3_600,
    Interaction: 3_600,
    RefreshToken: 14 * DAY,
    Session: 14 * DAY,
  },
}

const server = createServer((request, response) => {
  const answered = request.url?.startsWith('/interaction/') ? interact(request, response) : handle(request, response)
  answered.catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
// As the floor's.
server.keepAliveTimeout = 72_000
const provider = new Provider(url, settings)
const handle = provider.callback()

/** A page that asks, and its answer. */
async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (request.method === 'GET') {
    const page = `<!doctype html><form method="post" data-prompt="${prompt.name}">${params.client_id} asks for: ${params.scope}</form>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  if (prompt.name === 'login') {
    const login = { accountId: form.get('person') }
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
    return
  }
  const owner = { accountId: session?.accountId ?? '', clientId: params.client_id }
  const grant = (grantId ? await provider.Grant.find(grantId) : undefined) ?? new provider.Grant(owner)
  if (prompt.details.missingOIDCScope) grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '))
  const saved = await grant.save()
  const consent = grantId ? {} : { grantId: saved }
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
}

answerParent({ url, clientId: CLIENT_ID, clientSecret }, async () => {
  server.closeAllConnections()
  await database.close()
})
