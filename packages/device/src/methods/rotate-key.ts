import type { NewRecoveryKey } from '@countersign/contracts'
import { deriveRecovery, type PreparedRotation, prepareRotation, type UnlockRecord } from '@countersign/vault'
import { authorOf, currentSession, type DeviceContext, present } from '../device-context.ts'
import { isOvertaken } from '../entries/commit-edits.ts'
import { stageItems } from '../entries/stage-items.ts'
import { ClientError, toFailure } from '../failure.ts'
import { findRecord, refreshSession, replaceSession } from '../session/current-session.ts'
import type { EventOf } from './change-methods.ts'
import { eventOfType, methodRemoved } from './method-events.ts'
import { recoveryProof } from './recovery-proof.ts'

const ATTEMPTS = 5

/**
 * Exchanges the account key and encrypts everything anew. The method of the fresh sign-in and a new recovery key stay;
 * whoever had another method, or the old account key, is out.
 * @throws ClientError `reauth_required` before any request, `insufficient_session` from a recovery session
 */
export async function rotateAccountKey(context: DeviceContext): Promise<void> {
  const recovery = await deriveRecovery(present(context.state.recoveryKey))
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const method = context.unlockSecret.read()
    if (method.type === 'recovery') throw new ClientError({ code: 'insufficient_session' })
    const { vault, unlock } = currentSession(context)
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
    try {
      const answer = await send(context, prepared, await recoveryProof(recovery))
      recovery.root.fill(0)
      context.state.recoveryKey = undefined
      const unlockId = findRecord(prepared.rotation.unlock, method).id
      const next = { token: answer.token, vault: prepared.next, unlock: prepared.rotation.unlock, unlockId }
      return void replaceSession(context, next)
    } catch (error) {
      if (!isOvertaken(toFailure(error))) throw error
      await refreshSession(context)
    }
  }
  throw new ClientError({ code: 'stale_vault' })
}

async function send(context: DeviceContext, { etag, rotation }: PreparedRotation, recovery: NewRecoveryKey) {
  const { api } = context
  const { token } = currentSession(context)
  const { items, ...staged } = await stageItems(rotation.items, (part) => api.stageRotation(token, part))
  return api.rotateVault(token, etag, { ...rotation, items, ...staged, recovery })
}

function eventsOf(unlock: readonly UnlockRecord[], kept: UnlockRecord): readonly EventOf[] {
  const ended = unlock.filter(({ id, type }) => id !== kept.id && type !== 'recovery')
  return [eventOfType('account_key_rotated'), eventOfType('recovery_key_replaced'), ...ended.map(methodRemoved)]
}
