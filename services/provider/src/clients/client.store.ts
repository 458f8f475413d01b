import { CLIENT_ATTRIBUTE_ROWS, type ClientAttribute, type PublicJwk } from '@countersign/contracts'
import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'
import { Type } from 'typebox'
import { tellOfClientChange } from '../ground/changes.store.ts'
import { type Client, type ClientDescription, describeAttributes } from './client.ts'
import { readStoredQuery, toStoredQuery } from './credential-requests.ts'

export type Logo = { readonly bytes: Buffer; readonly type: string }

type DescribedClient = ClientDescription & { readonly clientId: string }

export type NewClient = DescribedClient & {
  readonly secretHash: Buffer | undefined
  readonly logo: Logo | undefined
}

/** Every attribute has a column of its wire name. */
type ClientRow = Readonly<Record<string, unknown>> & {
  client_id: string
  jwks: PublicJwk[] | null
  credentials_requested: Parameters<typeof readStoredQuery>[0]
  registration_access_token_hash: Buffer | null
  owner: string | null
  disabled_at: Date | null
  created_at: Date
  secret_hashes: Buffer[]
}

const COLUMNS = CLIENT_ATTRIBUTE_ROWS.map(([, { wire }]) => wire)

const CLIENT = sqlText(
  template([
    `client_id, ${COLUMNS.join(', ')}, registration_access_token_hash, owner, disabled_at, created_at,
     array(select secret_hash from provider.client_secrets s
            where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > now())) as secret_hashes`,
  ]),
)

const INSERT = template([
  `with client as (
     insert into provider.clients (client_id, logo, logo_type, ${COLUMNS.join(', ')}) values (`,
  ...COLUMNS.map(() => ', '),
  ', ',
  ', ',
  `) returning client_id
   )
   insert into provider.client_secrets (secret_hash, client_id)
   select `,
  '::bytea, client_id from client where ',
  '::bytea is not null',
])

const UPDATE = template([
  ...COLUMNS.map((column, index) => `${index === 0 ? 'update provider.clients set ' : ', '}${column} = `),
  ' where client_id = ',
  '',
])

/** A statement over as many values as there are attributes. Its texts come from the table of attributes, never from input. */
function template(texts: readonly string[]): TemplateStringsArray {
  return Object.assign([...texts], { raw: texts })
}

export async function findClient(sql: Sql, clientId: string): Promise<Client | undefined> {
  const [row] = await sql<ClientRow>`select ${CLIENT} from provider.clients c where client_id = ${clientId}`
  return row && toClient(row)
}

export async function findClientForUpdate(transaction: Transaction, clientId: string): Promise<Client | undefined> {
  await transaction`select 1 from provider.clients where client_id = ${clientId} for update`
  return findClient(transaction, clientId)
}

export async function listClients(sql: Sql): Promise<Client[]> {
  const rows = await sql<ClientRow>`select ${CLIENT} from provider.clients c order by created_at, client_id`
  return rows.map(toClient)
}

/** Lists all clients and locks them against changes and additions until the transaction ends. */
export async function listClientsForUpdate(transaction: Transaction): Promise<Client[]> {
  await transaction`lock table provider.clients in share row exclusive mode`
  return listClients(transaction)
}

export type ClientPosition = { readonly createdAt: string; readonly clientId: string }

/** An omitted field matches every client. */
export type ClientFilter = { readonly owner?: string | undefined; readonly search?: string | undefined }

export async function listClientPage(
  sql: Sql,
  { owner, search }: ClientFilter,
  { limit, after }: { readonly limit: number; readonly after?: ClientPosition | undefined },
) {
  // The time travels as text: a Date would lose its microseconds, and with them a row.
  const rows = await sql<ClientRow & { position: string }>`
    select ${CLIENT}, created_at::text as position
      from provider.clients c
     where (${after?.createdAt ?? null}::text is null
            or (created_at, client_id) < (${after?.createdAt ?? null}::text::timestamptz, ${after?.clientId ?? null}))
       and (${owner ?? null}::text is null or owner = ${owner ?? null})
       and (${search ?? null}::text is null or client_id = ${search ?? null}
            or strpos(lower(name), lower(${search ?? null})) > 0)
     order by created_at desc, client_id desc
     limit ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { clients: page.map(toClient), next: last && { createdAt: last.position, clientId: last.client_id } }
}

/** Stores a client and its first secret in one statement. */
export async function insertClient(sql: Sql, client: NewClient): Promise<void> {
  const { clientId, logo, secretHash = null } = client
  await sql(INSERT, clientId, logo?.bytes ?? null, logo?.type ?? null, ...valuesOf(client), secretHash, secretHash)
}

export async function updateClientRow(sql: Transaction, client: DescribedClient): Promise<void> {
  await sql(UPDATE, ...valuesOf(client), client.clientId)
  await tellOfClientChange(sql, client.clientId)
}

export async function updateLogo(sql: Sql, clientId: string, logo: Logo | undefined): Promise<boolean> {
  const changed = await sql`
    update provider.clients set logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null}
     where client_id = ${clientId} returning client_id`
  if (changed.length > 0) await tellOfClientChange(sql, clientId)
  return changed.length > 0
}

/** Disables or enables a client, and tells of it again if asked again. `unknown`: there is no such client. */
export async function setDisabled(
  sql: Sql,
  clientId: string,
  isDisabled: boolean,
): Promise<'changed' | 'unchanged' | 'unknown'> {
  // Two statements, since a cluster writes no clock within `case` or `coalesce`.
  const changed = isDisabled
    ? await sql`
        update provider.clients set disabled_at = now() where client_id = ${clientId} and disabled_at is null returning 1`
    : await sql`
        update provider.clients set disabled_at = null where client_id = ${clientId} and disabled_at is not null returning 1`
  const known = await sql`select 1 from provider.clients where client_id = ${clientId}`
  if (known.length === 0) return 'unknown'
  // The process of an earlier call may have died before it told the others.
  await tellOfClientChange(sql, clientId)
  return changed.length > 0 ? 'changed' : 'unchanged'
}

const isJson = ({ schema }: ClientAttribute) =>
  Type.IsObject(schema) || Type.IsRecord(schema) || (Type.IsArray(schema) && Type.IsObject(schema.items))

function valuesOf(client: ClientDescription): unknown[] {
  const { credentialsRequested, jwks } = client
  const values = { ...client, jwks: jwks.keys, credentialsRequested: toStoredQuery(credentialsRequested) }
  return CLIENT_ATTRIBUTE_ROWS.map(([name, row]) => {
    const value = values[name] ?? null
    return isJson(row) && value !== null ? JSON.stringify(value) : value
  })
}

function toClient(row: ClientRow): Client {
  return {
    ...describeAttributes((_name, { wire }) => row[wire] ?? undefined),
    jwks: { keys: row.jwks ?? [] },
    credentialsRequested: readStoredQuery(row.credentials_requested),
    clientId: row.client_id,
    secretHashes: row.secret_hashes,
    isVouchedFor: row.registration_access_token_hash === null && row.owner === null,
    // Empty where the developer's account has ended: the app has no owner then, and is still not vouched for.
    owner: row.owner || undefined,
    disabledAt: row.disabled_at ?? undefined,
    createdAt: row.created_at,
  }
}

export async function findLogo(sql: Sql, clientId: string) {
  const [row] = await sql<{ name: string; logo: Buffer | null; logo_type: string | null }>`
    select name, logo, logo_type from provider.clients where client_id = ${clientId}`
  if (!row) return undefined
  const logo = row.logo && row.logo_type ? { bytes: row.logo, type: row.logo_type } : undefined
  return { name: row.name, logo }
}

/** Counts a user's registered apps. Concurrent counts for the same user wait until the transaction ends. */
export async function countOwnedClients(sql: Transaction, owner: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`clients of ${owner}`}))`
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from provider.clients where owner = ${owner}`
  return row?.count ?? 0
}

/** For a client that the same transaction inserts: no process has a copy yet that it would have to drop. */
export async function setClientOwner(sql: Transaction, clientId: string, owner: string): Promise<void> {
  await sql`update provider.clients set owner = ${owner} where client_id = ${clientId}`
}

/** Removes the owner from a user's apps. The apps keep working and stay unreviewed. */
export async function forgetClientOwner(sql: Sql, owner: string): Promise<void> {
  const changed = await sql<{ clientId: string }>`
    update provider.clients set owner = '' where owner = ${owner} returning client_id as "clientId"`
  for (const { clientId } of changed) await tellOfClientChange(sql, clientId)
}
