import { canonicalLogin, METHOD_OF_UNLOCK_TYPE, type UnlockRecord, VaultError } from '@countersign/vault'
import { commitEdits } from '../entries/commit-edits.ts'
import { commitMethodChange, methodAdded, methodRemoved } from '../methods/change-methods.ts'
import { findLabel, labelDraft, registeredPasskey, startPasskeyAddition } from '../methods/passkey-method.ts'
import { changePassword, PASSWORD_CHANGES, passwordRecords } from '../methods/password-method.ts'
import { checkInvitation, createAccount, finishPasskeySignUp, startPasskeySignUp } from '../methods/sign-up.ts'
import type { NewPasskey } from '../passkey.ts'
import { prepareNewPassword } from '../password/password-strength.ts'
import { refreshSession } from '../session/current-session.ts'
import { profileAfter, toProfile } from '../session/profile.ts'
import { currentSession, required } from '../session/state.ts'
import { stepUpByPassword } from '../session/step-up.ts'
import type { MethodView } from '../views.ts'
import { type DeviceContext, nullAfter } from './handlers.ts'

/** The account gets a recovery key at once. Its owner confirms it later, and approves nothing before. */
export function createSignUpCalls(context: DeviceContext) {
  return {
    /** After an unknown outcome, call again: it signs in to the account if the first attempt made it. */
    createAccount: (credentials: { login: string; password: string; invitation?: string | undefined }) =>
      profileAfter(context, createAccount(context, credentials)),
    startPasskeySignUp: (invited: { invitation?: string | undefined }) => startPasskeySignUp(context, invited),
    checkInvitation: (invited: { invitation: string }) => nullAfter(checkInvitation(context, invited)),
    /** After an unknown outcome, sign in with the new passkey: it works if the account was made. */
    finishPasskeySignUp: (passkey: NewPasskey & { name?: string }) =>
      profileAfter(context, finishPasskeySignUp(context, passkey)),
  }
}

// Each change here needs a gesture for it within five minutes, else `reauth_required` names it: step up, then repeat.

export function createPasskeyCalls(context: DeviceContext) {
  return {
    listMethods: () => listMethods(context),
    startPasskeyAddition: () => startPasskeyAddition(context),
    async addPasskey({ label, ...passkey }: NewPasskey & { label: string }) {
      const add = registeredPasskey(context, passkey)
      const put = [labelDraft(context, passkey.response.id, label)]
      const purpose = { act: 'add_passkey' } as const
      await commitMethodChange(context, { purpose, add, remove: [], log: [methodAdded], put })
      return toProfile(context)
    },
    async renameMethod({ unlockId, label }: { unlockId: string; label: string }) {
      const { bind } = findMethod(context, unlockId)
      await commitEdits(context, { put: [labelDraft(context, bind, label)] })
      return toProfile(context)
    },
    async removeMethod({ unlockId }: { unlockId: string }) {
      const record = findMethod(context, unlockId)
      const label = findLabel(context, record.bind)
      const removeItems = label ? [label.id] : []
      const purpose = { act: 'remove_method', unlock_id: unlockId } as const
      await commitMethodChange(context, { purpose, remove: [unlockId], log: [methodRemoved(record)], removeItems })
      return toProfile(context)
    },
  }
}

export function createPasswordCalls(context: DeviceContext) {
  return {
    /** Fails as `changePassword` would; changes nothing. */
    checkNewPassword: ({ password }: { password: string }) =>
      nullAfter(prepareNewPassword(password, [currentSession(context).login ?? ''])),
    async changePassword({ password }: { password: string }) {
      const { login = '' } = currentSession(context)
      await changePassword(context, { password: await prepareNewPassword(password, [login]) }, PASSWORD_CHANGES.change)
      return toProfile(context)
    },
    async setPassword({ login, password }: { login: string; password: string }) {
      const { set, replace } = PASSWORD_CHANGES
      const change = passwordRecords(context).length === 0 ? set : replace
      await changePassword(context, { login, password: await prepareNewPassword(password, [login]) }, change)
      return toProfile(context)
    },
    /** Checks the current name and password first: the password is registered with its name. */
    async changeLoginName({ currentLogin, ...next }: { currentLogin: string; login: string; password: string }) {
      const { login, password } = next
      await stepUpByPassword(context, { login: currentLogin, password, purpose: { act: 'change_login_name' } })
      // Another spelling is the same name: registering it would be a new password to core.
      if (canonicalLogin(login) === canonicalLogin(currentLogin)) context.unlockSecret.wipe()
      else await changePassword(context, { login, password }, PASSWORD_CHANGES.rename)
      return toProfile(context)
    },
    /** Registers the same password anew, when the profile asks for it. */
    async renewPassword({ password }: { password: string }) {
      // Includes the name: core's new index key needs it from the user.
      const login = required(currentSession(context).login)
      await stepUpByPassword(context, { login, password, purpose: { act: 'change_password' } })
      await changePassword(context, { login, password }, PASSWORD_CHANGES.change)
      return toProfile(context)
    },
  }
}

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
