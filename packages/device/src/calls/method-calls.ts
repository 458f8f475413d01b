import {
  deriveRecovery,
  formatRecoveryKey,
  METHOD_OF_UNLOCK_TYPE,
  newRecoveryKey,
  type UnlockRecord,
  VaultError,
} from '@countersign/vault'
import type { MethodAnswer } from '../api/account-shapes.ts'
import { currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { toFailure } from '../failure.ts'
import { commitMethodChange, type RegisteredMethod } from '../methods/change-methods.ts'
import { eventOfType, methodAdded, methodRemoved } from '../methods/method-events.ts'
import { findLabel, labelDraft, registeredPasskey, startPasskeyAddition } from '../methods/passkey-method.ts'
import {
  changePassword,
  passwordRecords,
  recordsOf,
  registerPassword,
  rememberLogin,
} from '../methods/password-method.ts'
import { rotateAccountKey } from '../methods/rotate-key.ts'
import { prepareNewPassword } from '../password/password-strength.ts'
import { refreshSession, replaceSession } from '../session/current-session.ts'
import { toProfile } from '../session/profile.ts'
import { stepUpByPassword } from '../session/step-up.ts'
import type { MethodView } from '../views.ts'

type MethodCallName =
  | 'listMethods'
  | 'startPasskeyAddition'
  | 'addPasskey'
  | 'renameMethod'
  | 'removeMethod'
  | 'changePassword'
  | 'setPassword'
  | 'changeLoginName'
  | 'prepareRecoveryKey'
  | 'replaceRecoveryKey'
  | 'recoverByPassword'
  | 'recoverByPasskey'
  | 'rotateAccountKey'

/** The calls that concern the unlock methods. Only these ever wrap the account key, and each of them is a call of the page. */
export function createMethodCalls(context: DeviceContext): Handlers<MethodCallName> {
  return { ...createPasskeyCalls(context), ...createPasswordCalls(context), ...createRecoveryCalls(context) }
}

function createPasskeyCalls(context: DeviceContext) {
  return {
    listMethods: () => listMethods(context),
    startPasskeyAddition: () => startPasskeyAddition(context),
    async addPasskey({ label, ...passkey }) {
      const add = registeredPasskey(context, passkey)
      const put = [labelDraft(context, passkey.response.id, label)]
      await commitMethodChange(context, { add, remove: [], log: [methodAdded], put })
      return toProfile(context)
    },
    async renameMethod({ unlockId, label }) {
      const { bind } = findMethod(context, unlockId)
      await commitEdits(context, { put: [labelDraft(context, bind, label)] })
      return toProfile(context)
    },
    async removeMethod({ unlockId }) {
      const record = findMethod(context, unlockId)
      const label = findLabel(context, record.bind)
      const removeItems = label ? [label.id] : []
      await commitMethodChange(context, { remove: [unlockId], log: [methodRemoved(record)], removeItems })
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
}

function createPasswordCalls(context: DeviceContext) {
  return {
    async changePassword({ password }) {
      const { login = '' } = currentSession(context)
      await changePassword(context, { password: await prepareNewPassword(password, [login]) })
      return toProfile(context)
    },
    async setPassword({ login, password }) {
      await changePassword(context, { login, password: await prepareNewPassword(password, [login]) })
      return toProfile(context)
    },
    async changeLoginName({ currentLogin, login, password }) {
      await stepUpByPassword(context, { login: currentLogin, password })
      await changePassword(context, { login, password })
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
}

function createRecoveryCalls(context: DeviceContext) {
  return {
    async prepareRecoveryKey() {
      const recoveryKey = newRecoveryKey()
      context.state.recoveryKey = recoveryKey
      return { recoveryKey: await formatRecoveryKey(recoveryKey) }
    },
    async replaceRecoveryKey() {
      const recovery = await deriveRecovery(present(context.state.recoveryKey))
      const remove = recordsOf(context, 'recovery')
      await commitMethodChange(context, { recovery, remove, log: [eventOfType('recovery_key_replaced')] })
      context.state.recoveryKey = undefined
      return toProfile(context)
    },
    async recoverByPassword({ login, password }) {
      present(context.state.recoveryKey)
      const prepared = await prepareNewPassword(password, login === undefined ? [] : [login])
      const add = await registerPassword(context, { login, password: prepared })
      await recover(context, add, passwordRecords(context))
      rememberLogin(context, login)
      return toProfile(context)
    },
    async recoverByPasskey({ label, ...passkey }) {
      await recover(context, registeredPasskey(context, passkey), [], label)
      return toProfile(context)
    },
    async rotateAccountKey() {
      await rotateAccountKey(context)
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
}

/** The new method and the new recovery key in one change, which the lost method and the used key do not outlive. */
async function recover(context: DeviceContext, add: RegisteredMethod, replaced: readonly string[], label?: string) {
  const recovery = await deriveRecovery(present(context.state.recoveryKey))
  const put =
    label === undefined || add.body.type !== 'passkey' ? [] : [labelDraft(context, add.body.response.id, label)]
  const replacedKeys = recordsOf(context, 'recovery')
  const { unlogged } = currentSession(context)
  await commitMethodChange(context, {
    add,
    recovery,
    remove: [...replaced, ...replacedKeys],
    log: [
      ...(unlogged ? [() => unlogged] : []),
      replaced.length > 0 ? eventOfType('password_changed') : methodAdded,
      eventOfType('recovery_key_replaced'),
    ],
    put,
  })
  replaceSession(context, { unlogged: undefined })
  context.state.recoveryKey = undefined
}

/** The methods are those that the vault lists; the server adds when each was used. */
async function listMethods(context: DeviceContext): Promise<readonly MethodView[]> {
  const { unlock, unlockId, token } = await refreshSession(context)
  const known = new Map((await readKnownMethods(context, token)).map((method) => [method.unlockId, method]))
  const toView = ({ id, type, bind }: UnlockRecord): MethodView => ({
    ...known.get(id),
    unlockId: id,
    type: METHOD_OF_UNLOCK_TYPE[type],
    credentialId: type === 'prf' ? bind : undefined,
    label: type === 'prf' ? findLabel(context, bind)?.value : undefined,
    isCurrent: id === unlockId,
  })
  return Array.from(unlock, toView)
}

/** A recovery session may not ask, and needs no more than the vault says. */
async function readKnownMethods({ api }: DeviceContext, token: string): Promise<readonly MethodAnswer[]> {
  try {
    return await api.listMethods(token)
  } catch (error) {
    if (toFailure(error).code === 'insufficient_session') return []
    throw error
  }
}

function findMethod(context: DeviceContext, unlockId: string): UnlockRecord {
  const record = currentSession(context).unlock.find(({ id }) => id === unlockId)
  if (!record) throw new VaultError('no_unlock', 'This sign-in method is not there any more.')
  return record
}
