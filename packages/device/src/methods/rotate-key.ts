import type { VaultRotationRequest } from '@countersign/contracts'
import {
  type PreparedRotation,
  prepareRotation,
  type RecoverySecrets,
  type UnlockMethod,
  type UnlockRecord,
} from '@countersign/vault'
import { authorOf } from '../clock.ts'
import { stageItems } from '../entries/stage-items.ts'
import { ClientError } from '../failure.ts'
import { findRecord, replaceSession, writeUntilAccepted } from '../session/current-session.ts'
import { noteOwnEntries } from '../session/own-events.ts'
import { type Changing, currentSession } from '../session/state.ts'
import { type EventOf, eventOfType, methodRemoved, recoveryProof } from './change-methods.ts'
import type { RegisteredPassword } from './password-method.ts'
import { withNewRecoveryKey } from './recovery-key.ts'

/** Keeps the gesture's method (or `password`) and a new recovery key; all others end. @throws ClientError */
export async function rotateAccountKey(context: Changing, password?: RegisteredPassword): Promise<void> {
  if (currentSession(context).method === 'recovery') throw new ClientError({ code: 'insufficient_session' })
  const purpose = { act: password ? 'change_password_and_account_key' : 'rotate_account_key' } as const
  await withNewRecoveryKey(context, (recovery) =>
    context.unlockSecret.spend(purpose, (gesture) => rotateWith(context, gesture, { recovery, password })),
  )
}

type NewSecrets = { readonly recovery: RecoverySecrets; readonly password: RegisteredPassword | undefined }

async function rotateWith(context: Changing, gesture: UnlockMethod, { recovery, password }: NewSecrets): Promise<void> {
  // The session continues with this one.
  const method = password && gesture.type === 'opaque' ? password.method : gesture
  const methods = password && method === gesture ? [method, password.method] : [method]
  await writeUntilAccepted(context, async ({ vault, unlock }) => {
    const record = findRecord(unlock, gesture)
    const author = authorOf(context)
    const by = { at: author.wroteAt.toISOString(), device: author.device }
    const prepared = await prepareRotation(vault, {
      methods: [...methods, { type: 'recovery', root: recovery.root }],
      using: { record, method: gesture },
      activity: eventsOf(unlock, record, password).map((eventOf) => eventOf({}, by)),
      ...author,
    })
    const proofs = { recovery: await recoveryProof(recovery), ...(password && { password: proofOf(password) }) }
    const { token, boundSince } = await send(context, prepared, proofs)
    const { unlock: records } = prepared.rotation
    const unlockId = findRecord(records, method).id
    replaceSession(context, { token, boundSince, vault: prepared.next, unlock: records, unlockId })
  })
}

type Proofs = Pick<VaultRotationRequest, 'recovery' | 'password'>

async function send(context: Changing, { etag, rotation }: PreparedRotation, proofs: Proofs) {
  const { api } = context
  const { token, userId } = currentSession(context)
  await noteOwnEntries(context, userId, rotation.activity)
  const { items, ...staged } = await stageItems(rotation.items, (part) => api.stageRotation(token, part))
  return api.rotateVault(token, etag, { ...rotation, items, ...staged, ...proofs })
}

function proofOf({ body: { registration_id, registration_record } }: RegisteredPassword) {
  return { registration_id, registration_record }
}

function eventsOf(
  unlock: readonly UnlockRecord[],
  kept: UnlockRecord,
  password: RegisteredPassword | undefined,
): readonly EventOf[] {
  const isReplaced = ({ type }: UnlockRecord) => type === 'recovery' || (password !== undefined && type === 'opaque')
  const ended = unlock.filter((record) => record.id !== kept.id && !isReplaced(record))
  return [
    eventOfType('account_key_rotated'),
    eventOfType('recovery_key_replaced'),
    ...(password ? [eventOfType('password_changed')] : []),
    ...ended.map(methodRemoved),
  ]
}
