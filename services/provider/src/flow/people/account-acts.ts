import type { AccountActNote, AccountActNoted } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { insertEvents } from '../../ground/audit/audit.store.ts'
import type { ProviderConfig } from '../../ground/config.ts'
import { type EventSource, logAccountAct } from '../../ground/events.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { forgetUpdates } from '../grants/data-update.store.ts'
import { denyPendingRequests } from '../grants/grants.store.ts'
import { putSuspension } from './suspension.store.ts'

const EVENT_OF_ACT = {
  end_sessions: 'account_sessions_ended',
  suspend: 'account_suspended',
  unsuspend: 'account_unsuspended',
  delete: 'account_deleted',
} as const satisfies Readonly<Record<AccountActNote['act'], string>>

/** Carries out an operator's act on an account as far as it concerns apps, and records it. Idempotent: core retries. */
export async function noteAccountAct(
  { sql, config }: WithSql & WithConfig,
  { act_id, act, at, by, reason, user_id: userId, actor_id: actorId, change }: AccountActNote,
  source: EventSource,
): Promise<AccountActNoted> {
  if (userId !== undefined && change !== undefined) {
    const isSuspended = act === 'suspend'
    const isNewest = await putSuspension(sql, { userId, change, isSuspended })
    if (isNewest && isSuspended) {
      await denyPendingRequests(sql, userId)
      await forgetUpdates(sql, userId)
    }
  }
  const decision = { event: EVENT_OF_ACT[act], outcome: by, userId, actorId, reason }
  // Written at once: core forgets the act once it is answered.
  const stored = { ...decision, eventId: act_id.toLowerCase(), at: new Date(at), network: source.network, times: 1 }
  await insertEvents(sql, [stored], config.events?.names)
  logAccountAct(source, decision)
  return { noted: true }
}

/** Names no reason: that is for the person. */
export function accountSuspended({ brand }: ProviderConfig): OAuthError {
  const contact = brand.supportUrl === '' ? 'the operator of this service' : brand.supportUrl
  return new OAuthError('invalid_grant', `The account is suspended. Its owner can ask ${contact}.`)
}
