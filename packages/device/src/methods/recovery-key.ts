import { formatRecoveryKey, newRecoveryKey } from '@countersign/vault'
import type { CallOutput } from '../device-calls.ts'
import { currentSession, type DeviceContext, type FirstRecoveryKey } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError } from '../failure.ts'
import { catchUp } from '../session/current-session.ts'
import { commitMethodChange } from './change-methods.ts'
import { eventOfType } from './method-events.ts'
import { withNewRecoveryKey } from './new-recovery-key.ts'
import { recordsOf } from './password-method.ts'

/** Makes a recovery key, which comes into force with the change that it is for. */
export async function prepareRecoveryKey({ state }: DeviceContext): Promise<{ recoveryKey: string }> {
  state.recoveryKey = newRecoveryKey()
  return { recoveryKey: await formatRecoveryKey(state.recoveryKey) }
}

/** The recovery key that was made with the account, where this device has it still; else another one, the same each time. */
export async function showRecoveryKey(context: DeviceContext): Promise<CallOutput<'showRecoveryKey'>> {
  const { state } = context
  const first = findFirstKey(context)
  const key = first?.key ?? (state.recoveryKey ??= newRecoveryKey())
  return { recoveryKey: await formatRecoveryKey(key), isAnother: first === undefined }
}

/**
 * Its owner has shown that they have the key of `showRecoveryKey`. The one of the sign-up is in force, and the vault
 * stops saying that it is unconfirmed; another one takes its place, which needs a gesture of its own.
 * @throws ClientError `reauth_required`, `stale_vault` where another window or device has had one confirmed meanwhile
 */
export async function confirmRecoveryKey(context: DeviceContext): Promise<void> {
  const first = findFirstKey(context)
  if (!first) return confirmAnother(context)
  await commitEdits(context, { confirmRecovery: first.unlockId })
  const isInForce = findFirstKey(context) !== undefined
  context.state.firstRecoveryKey = undefined
  first.key.fill(0)
  if (!isInForce) throw new ClientError({ code: 'stale_vault' })
}

/** Never in the place of one whose owner has confirmed it: its copy would be worth nothing, and nobody would say so. */
async function confirmAnother(context: DeviceContext): Promise<void> {
  const { vault } = await catchUp(context)
  if (vault.unconfirmedRecovery === undefined) throw new ClientError({ code: 'stale_vault' })
  await commitRecoveryKey(context)
}

/** Brings the key of `prepareRecoveryKey` into force, in the place of the present one. */
export async function commitRecoveryKey(context: DeviceContext): Promise<void> {
  const remove = recordsOf(context, 'recovery')
  const change = { purpose: { act: 'replace_recovery_key' }, log: [eventOfType('recovery_key_replaced')] } as const
  await withNewRecoveryKey(context, (recovery) => commitMethodChange(context, { ...change, recovery, remove }))
}

/** @throws ClientError `recovery_key_unconfirmed` */
export function requireConfirmedRecoveryKey(context: DeviceContext): void {
  if (currentSession(context).vault.unconfirmedRecovery === undefined) return
  throw new ClientError({ code: 'recovery_key_unconfirmed' })
}

/** As long as it is in force. */
function findFirstKey(context: DeviceContext): FirstRecoveryKey | undefined {
  const { unlock } = currentSession(context)
  const { firstRecoveryKey } = context.state
  return unlock.some(({ id }) => id === firstRecoveryKey?.unlockId) ? firstRecoveryKey : undefined
}
