import { formatRecoveryKey, newRecoveryKey } from '@countersign/vault'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError } from '../failure.ts'
import { catchUp } from '../session/current-session.ts'
import { type Changing, currentSession, type DeviceState, type Reading, type Steps } from '../session/state.ts'
import { commitMethodChange, eventOfType } from './change-methods.ts'
import { withNewRecoveryKey } from './new-recovery-key.ts'
import { recordsOf } from './password-method.ts'

/** Makes a recovery key, which comes into force with the change that it is for. */
export async function prepareRecoveryKey({ state }: { readonly state: DeviceState }): Promise<{ recoveryKey: string }> {
  const key = newRecoveryKey()
  state.steps.newRecoveryKey = key
  return { recoveryKey: await formatRecoveryKey(key) }
}

/** The recovery key that was made with the account, where this device has it still; else another one, the same each time. */
export async function showRecoveryKey(
  context: Pick<Reading, 'state'>,
): Promise<{ recoveryKey: string; isAnother: boolean }> {
  const { state } = context
  const first = findFirstKey(context)
  const key = first?.key ?? (state.steps.newRecoveryKey ??= newRecoveryKey())
  return { recoveryKey: await formatRecoveryKey(key), isAnother: first === undefined }
}

/**
 * Its owner has shown that they have the key of `showRecoveryKey`. The one of the sign-up is in force, and the vault
 * stops saying that it is unconfirmed; another one takes its place, which needs a gesture of its own.
 * @throws ClientError `reauth_required`, `stale_vault` where another window or device has had one confirmed meanwhile
 */
export async function confirmRecoveryKey(context: Changing): Promise<void> {
  const first = findFirstKey(context)
  if (!first) return confirmAnother(context)
  await commitEdits(context, { confirmRecovery: first.unlockId })
  const isInForce = findFirstKey(context) !== undefined
  context.state.steps.firstRecoveryKey = undefined
  first.key.fill(0)
  if (!isInForce) throw new ClientError({ code: 'stale_vault' })
}

/** Never in the place of one whose owner has confirmed it: its copy would be worth nothing, and nobody would say so. */
async function confirmAnother(context: Changing): Promise<void> {
  const { vault } = await catchUp(context)
  if (vault.unconfirmedRecovery === undefined) throw new ClientError({ code: 'stale_vault' })
  await commitRecoveryKey(context)
}

/** Brings the key of `prepareRecoveryKey` into force, in the place of the present one. */
export async function commitRecoveryKey(context: Changing): Promise<void> {
  const remove = recordsOf(context, 'recovery')
  const change = { purpose: { act: 'replace_recovery_key' }, log: [eventOfType('recovery_key_replaced')] } as const
  await withNewRecoveryKey(context, (recovery) => commitMethodChange(context, { ...change, recovery, remove }))
}

/** @throws ClientError `recovery_key_unconfirmed` */
export function requireConfirmedRecoveryKey(context: Pick<Reading, 'state'>): void {
  if (currentSession(context).vault.unconfirmedRecovery === undefined) return
  throw new ClientError({ code: 'recovery_key_unconfirmed' })
}

/** As long as it is in force. */
function findFirstKey(context: Pick<Reading, 'state'>): Steps['firstRecoveryKey'] | undefined {
  const { unlock } = currentSession(context)
  const { firstRecoveryKey } = context.state.steps
  return unlock.some(({ id }) => id === firstRecoveryKey?.unlockId) ? firstRecoveryKey : undefined
}
