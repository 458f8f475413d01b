import type { AccountActNote, AccountEvent, InvitationAct } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { logAccountAct, logAccountDeleted } from '../../ground/events.ts'
import type { WithLogger, WithSql } from '../../ground/parts.ts'
import type { SecurityChange } from '../../ground/sending/security-texts.ts'
import { eraseAccount } from '../records/account.store.ts'
import { insertPendingAct } from '../records/account-act.store.ts'
import { recordAccountEvent } from '../records/account-event.store.ts'
import { newEventId } from '../records/identifiers.ts'
import { insertPendingRevocation } from '../records/revocations/pending-revocation.store.ts'
import { findSecurityContact } from '../records/security-mail/security-contact.store.ts'
import type { WithSecurityMailer } from '../records/security-mail/security-mailer.ts'
import { lockAccount, suspendAccount, unsuspendAccount } from '../records/suspension.store.ts'
import { revokeSessions } from '../sessions/session.store.ts'
import { changeSessions, type WithSessionMemory } from '../sessions/session-memory.ts'

/** The operator: by the administration token or in person, or a user of the operating system. */
export type Operator = {
  readonly by: 'administrator' | `command_line:${string}`
  /** Their own account, if they came by its session. */
  readonly userId?: string | undefined
  readonly network?: string | undefined
}

export type AskedAct = {
  readonly act: Exclude<AccountActNote['act'], InvitationAct>
  readonly userId: string
  /** The person reads it. */
  readonly reason: string
  readonly operator: Operator
}

type WithAccountActs = WithSql & WithSessionMemory & WithSecurityMailer & WithLogger

/** The operator's device is not the person's concern. */
const NOT_SAID = { userAgent: '', network: '' }

const HAPPENED = {
  end_sessions: 'account_sessions_ended',
  suspend: 'account_suspended',
  unsuspend: 'account_unsuspended',
} as const satisfies Partial<Readonly<Record<AskedAct['act'], AccountEvent['type']>>>

/**
 * Carries out an act in one transaction, with a note for the provider. The person is told by mail, and at their next visit.
 * @throws `not_found`, and `not_allowed` for an administrator's own account
 */
export async function actOnAccount(parts: WithAccountActs, act: AskedAct): Promise<void> {
  const { userId, operator, reason } = act
  if (act.act !== 'end_sessions' && act.act !== 'unsuspend' && operator.userId === userId) {
    throw new ServiceError('not_allowed', 'This is your own account: another administrator can do that.')
  }
  if (act.act === 'delete') return deleteByOperator(parts, act)
  const happened = HAPPENED[act.act]
  const isDone = await changeSessions(parts, [userId], async (sql) => {
    await requireAccount(sql, userId)
    const { change, isNew } = await carryOut(sql, act)
    if (!isNew) return false
    await recordAccountEvent(sql, { userId, type: happened, reason, origin: NOT_SAID })
    await insertPendingAct(sql, toPending(act, change))
    return true
  })
  if (!isDone) return
  logAccountAct(parts.logger, { event: happened, userId })
  parts.securityMailer.tellSoon(userId, { changes: [{ kind: happened, reason }], origin: NOT_SAID })
}

async function carryOut(sql: Transaction, { act, userId, reason }: AskedAct) {
  if (act === 'unsuspend') {
    const change = await unsuspendAccount(sql, userId)
    return { change, isNew: change !== undefined }
  }
  const change = act === 'suspend' ? await suspendAccount(sql, userId, reason) : undefined
  await revokeSessions(sql, userId)
  return { change, isNew: true }
}

/** As the person's own deletion; the address for security mail is read before it goes. */
async function deleteByOperator(parts: WithAccountActs, act: AskedAct): Promise<void> {
  const { userId, reason } = act
  const contact = await changeSessions(parts, [userId], async (sql) => {
    await requireAccount(sql, userId)
    const found = await findSecurityContact(sql, userId)
    await eraseAccount(sql, userId)
    await insertPendingRevocation(sql, { userId, erases: true })
    await insertPendingAct(sql, toPending(act))
    return found
  })
  logAccountDeleted(parts.logger)
  const change: SecurityChange = { kind: 'account_deleted', reason }
  if (contact) parts.securityMailer.tellFormer(contact, { changes: [change], origin: NOT_SAID })
}

/** @throws `not_found` */
async function requireAccount(sql: Transaction, userId: string): Promise<void> {
  if (!(await lockAccount(sql, userId))) throw noSuchAccount()
}

export function noSuchAccount(): ServiceError {
  return new ServiceError('not_found', 'There is no such account.')
}

function toPending({ act, userId, reason, operator }: AskedAct, change?: number) {
  const { by, userId: actorId = null, network = null } = operator
  return { actId: newEventId(), userId, act, reason, operator: by, actorId, network, change: change ?? null }
}
