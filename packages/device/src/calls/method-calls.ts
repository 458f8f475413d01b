import { canonicalLogin, METHOD_OF_UNLOCK_TYPE, type UnlockRecord, VaultError } from '@countersign/vault'
import { currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { commitMethodChange, type RegisteredMethod } from '../methods/change-methods.ts'
import { eventOfType, methodAdded, methodRemoved } from '../methods/method-events.ts'
import { withNewRecoveryKey } from '../methods/new-recovery-key.ts'
import { findLabel, labelDraft, registeredPasskey, startPasskeyAddition } from '../methods/passkey-method.ts'
import {
  changePassword,
  PASSWORD_CHANGES,
  passwordRecords,
  recordsOf,
  registerPassword,
  rememberLogin,
} from '../methods/password-method.ts'
import { commitRecoveryKey, confirmRecoveryKey, prepareRecoveryKey, showRecoveryKey } from '../methods/recovery-key.ts'
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
  | 'checkNewPassword'
  | 'changePassword'
  | 'setPassword'
  | 'changeLoginName'
  | 'renewPassword'
  | 'showRecoveryKey'
  | 'confirmRecoveryKey'
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
      const purpose = { act: 'add_passkey' } as const
      await commitMethodChange(context, { purpose, add, remove: [], log: [methodAdded], put })
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
      const purpose = { act: 'remove_method', unlock_id: unlockId } as const
      await commitMethodChange(context, { purpose, remove: [unlockId], log: [methodRemoved(record)], removeItems })
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
}

function createPasswordCalls(context: DeviceContext) {
  return {
    async checkNewPassword({ password }) {
      await prepareNewPassword(password, [currentSession(context).login ?? ''])
      return null
    },
    async changePassword({ password }) {
      const { login = '' } = currentSession(context)
      await changePassword(context, { password: await prepareNewPassword(password, [login]) }, PASSWORD_CHANGES.change)
      return toProfile(context)
    },
    async setPassword({ login, password }) {
      const { set, replace } = PASSWORD_CHANGES
      const change = passwordRecords(context).length === 0 ? set : replace
      await changePassword(context, { login, password: await prepareNewPassword(password, [login]) }, change)
      return toProfile(context)
    },
    async changeLoginName({ currentLogin, login, password }) {
      await stepUpByPassword(context, { login: currentLogin, password, purpose: { act: 'change_login_name' } })
      // Another spelling is the same name, and registering it again would be another password to the server.
      if (canonicalLogin(login) === canonicalLogin(currentLogin)) context.unlockSecret.wipe()
      else await changePassword(context, { login, password }, PASSWORD_CHANGES.rename)
      return toProfile(context)
    },
    async renewPassword({ password }) {
      // With its name: only whoever knows it can bring it under a new key of the server's index.
      const login = present(currentSession(context).login)
      await stepUpByPassword(context, { login, password, purpose: { act: 'change_password' } })
      await changePassword(context, { login, password }, PASSWORD_CHANGES.change)
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
}

function createRecoveryCalls(context: DeviceContext) {
  return {
    showRecoveryKey: () => showRecoveryKey(context),
    async confirmRecoveryKey() {
      await confirmRecoveryKey(context)
      return toProfile(context)
    },
    prepareRecoveryKey: () => prepareRecoveryKey(context),
    async replaceRecoveryKey() {
      await commitRecoveryKey(context)
      return toProfile(context)
    },
    async recoverByPassword({ login, password }) {
      present(context.state.recoveryKey)
      const prepared = await prepareNewPassword(password, login === undefined ? [] : [login])
      const add = await registerPassword(context, { login, password: prepared }, RECOVER)
      await recover(context, add, passwordRecords(context))
      rememberLogin(context, login)
      return toProfile(context)
    },
    async recoverByPasskey({ label, ...passkey }) {
      await recover(context, registeredPasskey(context, passkey), [], label)
      return toProfile(context)
    },
    async rotateAccountKey({ password }) {
      if (password === undefined) await rotateAccountKey(context)
      else await rotateWithPassword(context, password)
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
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

/** The new method and the new recovery key in one change, which the lost method and the used key do not outlive. */
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
}

/** The methods are those that the vault lists; the server adds when each was used. */
async function listMethods(context: DeviceContext): Promise<readonly MethodView[]> {
  const { unlock, unlockId, token } = await refreshSession(context)
  const known = new Map((await context.api.listMethods(token)).map((method) => [method.unlockId, method]))
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

function findMethod(context: DeviceContext, unlockId: string): UnlockRecord {
  const record = currentSession(context).unlock.find(({ id }) => id === unlockId)
  if (!record) throw new VaultError('no_unlock', 'This sign-in method is not there any more.')
  return record
}
