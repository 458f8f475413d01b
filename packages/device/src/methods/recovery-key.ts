import { deriveRecovery, formatRecoveryKey, newRecoveryKey, type RecoverySecrets } from '@countersign/vault'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError } from '../failure.ts'
import { catchUp } from '../session/current-session.ts'
import { confirmRecoveryKeyInForce } from '../session/replaced-recovery-key.ts'
import { type Changing, currentSession, type DeviceState, type Reading, type Steps, stepOf } from '../session/state.ts'
import { commitMethodChange, eventOfType } from './change-methods.ts'
import { recordsOf } from './password-method.ts'

/** The change that uses it activates it. */
export async function prepareRecoveryKey({ state }: { readonly state: DeviceState }): Promise<{ recoveryKey: string }> {
  const key = newRecoveryKey()
  state.steps.newRecoveryKey = key
  return { recoveryKey: await formatRecoveryKey(key) }
}

/** The sign-up key if this device still has it, else another one, the same each time. */
export async function showRecoveryKey(
  context: Pick<Reading, 'state'>,
): Promise<{ recoveryKey: string; isAnother: boolean }> {
  const { state } = context
  const first = findFirstKey(context)
  const key = first?.key ?? (state.steps.newRecoveryKey ??= newRecoveryKey())
  return { recoveryKey: await formatRecoveryKey(key), isAnother: first === undefined }
}

/** The sign-up key only loses its mark; another one replaces it, which needs a step-up. @throws ClientError */
export async function confirmRecoveryKey(context: Changing): Promise<void> {
  const first = findFirstKey(context)
  if (!first) return confirmAnother(context)
  await commitEdits(context, { confirmRecovery: first.unlockId })
  const isInForce = findFirstKey(context) !== undefined
  context.state.steps.firstRecoveryKey = undefined
  first.key.fill(0)
  if (!isInForce) throw new ClientError({ code: 'stale_vault' })
}

/** Never replaces a confirmed key: the owner's copy would become useless unnoticed. */
async function confirmAnother(context: Changing): Promise<void> {
  const { vault } = await catchUp(context)
  if (vault.unconfirmedRecovery === undefined) throw new ClientError({ code: 'stale_vault' })
  await commitRecoveryKey(context)
}

export async function commitRecoveryKey(context: Changing): Promise<void> {
  const remove = recordsOf(context, 'recovery')
  const change = { purpose: { act: 'replace_recovery_key' }, log: [eventOfType('recovery_key_replaced')] } as const
  await withNewRecoveryKey(context, (recovery) => commitMethodChange(context, { ...change, recovery, remove }))
}

/** Lends the new key's secrets to `work` and wipes the root. Keeps the key until it is in force, for a retry. */
export async function withNewRecoveryKey(
  context: Pick<Reading, 'state' | 'storage'>,
  work: (recovery: RecoverySecrets) => Promise<void>,
): Promise<void> {
  const recovery = await deriveRecovery(stepOf(context.state, 'newRecoveryKey'))
  try {
    await work(recovery)
    context.state.steps.newRecoveryKey = undefined
    // In force whether or not the device remembers it.
    await confirmRecoveryKeyInForce(context).catch(() => undefined)
  } finally {
    recovery.root.fill(0)
  }
}

/** @throws ClientError `recovery_key_unconfirmed` */
export function requireConfirmedRecoveryKey(context: Pick<Reading, 'state'>): void {
  if (currentSession(context).vault.unconfirmedRecovery === undefined) return
  throw new ClientError({ code: 'recovery_key_unconfirmed' })
}

function findFirstKey(context: Pick<Reading, 'state'>): Steps['firstRecoveryKey'] | undefined {
  const { unlock } = currentSession(context)
  const { firstRecoveryKey } = context.state.steps
  return unlock.some(({ id }) => id === firstRecoveryKey?.unlockId) ? firstRecoveryKey : undefined
}
