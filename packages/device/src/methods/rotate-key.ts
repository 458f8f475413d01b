import { prepareRotation, type RecoverySecrets, type UnlockMethod, type UnlockRecord } from '@countersign/vault'
import { authorOf, currentSession, type DeviceContext } from '../device-context.ts'
import { ClientError, toFailure } from '../failure.ts'
import { findRecord, refreshSession, replaceSession } from '../session/current-session.ts'
import type { EventOf } from './change-methods.ts'
import { eventOfType, methodRemoved } from './method-events.ts'
import { recoveryProof, withNewRecoveryKey } from './new-recovery-key.ts'

const ATTEMPTS = 5

/**
 * Exchanges the account key and encrypts everything anew. The method of the gesture and a new recovery key stay;
 * whoever had another method, or the old account key, is out.
 * @throws ClientError `reauth_required` before any request, `insufficient_session` from a recovery session
 */
export async function rotateAccountKey(context: DeviceContext): Promise<void> {
  if (currentSession(context).method === 'recovery') throw new ClientError({ code: 'insufficient_session' })
  await withNewRecoveryKey(context, (recovery) =>
    context.unlockSecret.spend({ act: 'rotate_account_key' }, (method) => rotateWith(context, method, recovery)),
  )
}

async function rotateWith(context: DeviceContext, method: UnlockMethod, recovery: RecoverySecrets): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { token, vault, unlock } = currentSession(context)
    const record = findRecord(unlock, method)
    const { device, wroteAt } = authorOf(context)
    const by = { at: wroteAt.toISOString(), device }
    const prepared = await prepareRotation(vault, {
      methods: [method, { type: 'recovery', root: recovery.root }],
      using: { record, method },
      activity: eventsOf(unlock, record).map((eventOf) => eventOf([], by)),
      ...by,
      wroteAt,
    })
    const body = { ...prepared.rotation, recovery: await recoveryProof(recovery) }
    try {
      const answer = await context.api.rotateVault(token, prepared.etag, body)
      const unlockId = findRecord(prepared.rotation.unlock, method).id
      const next = { token: answer.token, vault: prepared.next, unlock: prepared.rotation.unlock, unlockId }
      return void replaceSession(context, next)
    } catch (error) {
      if (toFailure(error).code !== 'stale_vault') throw error
      await refreshSession(context)
    }
  }
  throw new ClientError({ code: 'stale_vault' })
}

function eventsOf(unlock: readonly UnlockRecord[], kept: UnlockRecord): readonly EventOf[] {
  const ended = unlock.filter(({ id, type }) => id !== kept.id && type !== 'recovery')
  return [eventOfType('account_key_rotated'), eventOfType('recovery_key_replaced'), ...ended.map(methodRemoved)]
}
