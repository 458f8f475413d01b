import type { AccountActNote } from '@countersign/contracts'
import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'

export type PendingAct = {
  readonly actId: string
  readonly userId: string
  readonly act: AccountActNote['act']
  readonly reason: string
  readonly operator: string
  readonly actorId: string | null
  readonly network: string | null
  readonly change: number | null
  readonly namesAccount: boolean
  readonly createdAt: Date
}

const NAMING: readonly PendingAct['act'][] = ['end_sessions', 'suspend', 'unsuspend']

/** Queues an act for the provider, in the transaction of the act itself. Of an invitation, its id stands for the user's. */
export async function insertPendingAct(sql: Transaction, act: Omit<PendingAct, 'namesAccount' | 'createdAt'>) {
  const namesAccount = NAMING.some((each) => each === act.act)
  await sql`
    insert into core.pending_account_acts (user_id, act_id, act, reason, operator, actor_id, network, change, names_account)
    values (${act.userId}, ${act.actId}, ${act.act}, ${act.reason}, ${act.operator}, ${act.actorId}, ${act.network},
            ${act.change}, ${namesAccount})`
}

const PENDING = sqlText`
    select act_id as "actId", user_id as "userId", act, reason, operator, actor_id as "actorId", network, change,
           names_account as "namesAccount", created_at as "createdAt"
      from core.pending_account_acts`

/** Of one user or of all, longest untried first, so that a failing one does not block the others. */
export async function listPendingActs(
  sql: Sql,
  { limit, onlyOf }: { readonly limit: number; readonly onlyOf: string | undefined },
): Promise<PendingAct[]> {
  return onlyOf === undefined
    ? sql<PendingAct>`${PENDING} order by coalesce(tried_at, created_at), act_id limit ${limit}`
    : sql<PendingAct>`${PENDING} where user_id = ${onlyOf} order by act_id limit ${limit}`
}

type ActKey = Pick<PendingAct, 'userId' | 'actId'>

export async function deletePendingAct(sql: Sql, { userId, actId }: ActKey): Promise<void> {
  await sql`delete from core.pending_account_acts where user_id = ${userId} and act_id = ${actId}`
}

export async function rescheduleAct(sql: Sql, { userId, actId }: ActKey): Promise<void> {
  await sql`update core.pending_account_acts set tried_at = now() where user_id = ${userId} and act_id = ${actId}`
}

/** Of a deleted account, as the subject of acts and as the one who acted: the provider keeps no name of it. */
export async function forgetInPendingActs(sql: Transaction, userId: string): Promise<void> {
  await sql`update core.pending_account_acts set names_account = false where user_id = ${userId}`
  await sql`update core.pending_account_acts set actor_id = null, network = null where actor_id = ${userId}`
}
