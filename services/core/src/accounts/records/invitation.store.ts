import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'

export type StoredInvitation = {
  readonly invitationId: string
  readonly uses: number
  readonly used: number
  readonly note: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

type HashedInvitation = Pick<StoredInvitation, 'uses' | 'note'> & {
  readonly tokenHash: Buffer
  readonly lifetimeSeconds: number
}

const COLUMNS = sqlText`
  invitation_id as "invitationId", uses, used, note, created_at as "createdAt", expires_at as "expiresAt"`

export async function insertInvitation(sql: Transaction, made: HashedInvitation): Promise<StoredInvitation> {
  const [stored] = await sql<StoredInvitation>`
    insert into core.invitations (token_hash, uses, note, expires_at)
    values (${made.tokenHash}, ${made.uses}, ${made.note}, now() + make_interval(secs => ${made.lifetimeSeconds}))
    returning ${COLUMNS}`
  if (!stored) throw new Error('The invitation was not stored.')
  return stored
}

/** Ended ones too, until they are removed; the newest first. */
export async function listInvitations(sql: Sql): Promise<readonly StoredInvitation[]> {
  return sql<StoredInvitation>`
    select ${COLUMNS} from core.invitations order by created_at desc, invitation_id limit 1000`
}

export async function deleteInvitation(sql: Transaction, invitationId: string): Promise<StoredInvitation | undefined> {
  const [deleted] = await sql<StoredInvitation>`
    delete from core.invitations where invitation_id = ${invitationId} returning ${COLUMNS}`
  return deleted
}

/** Whether it would admit someone now; uses nothing up. */
export async function isInvitation(sql: Sql, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`
    select 1 from core.invitations where token_hash = ${tokenHash} and used < uses and expires_at > now()`
  return rows.length === 1
}

/** Takes a place. One statement, and the row is locked by it: of several at once, no more succeed than there are places. */
export async function takePlace(sql: Transaction, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`
    update core.invitations set used = used + 1
     where token_hash = ${tokenHash} and used < uses and expires_at > now()
    returning invitation_id`
  return rows.length === 1
}
