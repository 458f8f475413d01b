import { commitMethodChange, eventOfType, methodAdded, type RegisteredMethod } from '../methods/change-methods.ts'
import { labelDraft, registeredPasskey } from '../methods/passkey-method.ts'
import { passwordRecords, recordsOf, registerPassword, rememberLogin } from '../methods/password-method.ts'
import {
  commitRecoveryKey,
  confirmRecoveryKey,
  prepareRecoveryKey,
  showRecoveryKey,
  withNewRecoveryKey,
} from '../methods/recovery-key.ts'
import { rotateAccountKey } from '../methods/rotate-key.ts'
import type { NewPasskey } from '../passkey.ts'
import { prepareNewPassword } from '../password/password-strength.ts'
import { replaceSession } from '../session/current-session.ts'
import { profileAfter, toProfile } from '../session/profile.ts'
import { currentSession, stepOf } from '../session/state.ts'
import type { DeviceContext } from './handlers.ts'

export function createRecoveryCalls(context: DeviceContext) {
  return {
    /** The sign-up key if this device has it, else another (the same each time) that `confirmRecoveryKey` activates. */
    showRecoveryKey: () => showRecoveryKey(context),
    confirmRecoveryKey: () => profileAfter(context, confirmRecoveryKey(context)),
    /** Makes a recovery key; one of the calls below activates it. */
    prepareRecoveryKey: () => prepareRecoveryKey(context),
    replaceRecoveryKey: () => profileAfter(context, commitRecoveryKey(context)),
    /** In a `recovery` session, with the prepared recovery key. Without `login` the name stays. */
    async recoverByPassword({ login, password }: { login?: string; password: string }) {
      stepOf(context.state, 'newRecoveryKey')
      const prepared = await prepareNewPassword(password, login === undefined ? [] : [login])
      const add = await registerPassword(context, { login, password: prepared }, RECOVER)
      await recover(context, add, passwordRecords(context))
      rememberLogin(context, login)
      return toProfile(context)
    },
    recoverByPasskey: ({ label, ...passkey }: NewPasskey & { label: string }) =>
      profileAfter(context, recover(context, registeredPasskey(context, passkey), [], label)),
    /** The prepared recovery key and the gesture's method (or `password` in its place) stay; all others end. */
    async rotateAccountKey({ password }: { password?: string }) {
      if (password === undefined) await rotateAccountKey(context)
      else await rotateWithPassword(context, password)
      return toProfile(context)
    },
  }
}

async function rotateWithPassword(context: DeviceContext, password: string): Promise<void> {
  const { login = '' } = currentSession(context)
  const prepared = await prepareNewPassword(password, [login])
  const added = await registerPassword(context, { password: prepared }, { act: 'change_password_and_account_key' })
  try {
    await rotateAccountKey(context, added)
  } finally {
    added.method.root.fill(0)
  }
  replaceSession(context, { needsNewPasswordRecord: false })
}

const RECOVER = { act: 'recover' } as const

/** One change: adds the new method and recovery key, removes the lost method and the used key. */
async function recover(context: DeviceContext, add: RegisteredMethod, replaced: readonly string[], label?: string) {
  const put =
    label === undefined || add.body.type !== 'passkey' ? [] : [labelDraft(context, add.body.response.id, label)]
  const replacedKeys = recordsOf(context, 'recovery')
  const { unlogged } = currentSession(context)
  const change = {
    purpose: RECOVER,
    add,
    remove: [...replaced, ...replacedKeys],
    log: [
      ...(unlogged ? [() => unlogged] : []),
      replaced.length > 0 ? eventOfType('password_changed') : methodAdded,
      eventOfType('recovery_key_replaced'),
    ],
    put,
  }
  await withNewRecoveryKey(context, (recovery) => commitMethodChange(context, { ...change, recovery }))
  // The log has the entry, so the device may remember this vault.
  replaceSession(context, { unlogged: undefined })
}
