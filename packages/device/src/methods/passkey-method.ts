import { type ItemDraft, newItemId, type UnlockRecord } from '@countersign/vault'
import type { CallInput } from '../device-calls.ts'
import { currentSession, type DeviceContext, present } from '../device-context.ts'
import type { RegisteredMethod } from './change-methods.ts'
import { requireUsableId } from './credential-id.ts'
import { requireHandleOf } from './user-handle.ts'

/** Kind of the vault items that hold what a person calls a passkey. The server knows no names. */
export const LABEL_KIND = 'label'

/** Asks core what a new passkey of this account has to sign, once the person has confirmed that they want one. */
export async function startPasskeyAddition({ api, state, unlockSecret }: DeviceContext) {
  const { token, userId, method, unlock } = present(state.session)
  unlockSecret.read({ act: method === 'recovery' ? 'recover' : 'add_passkey' })
  const { registrationId, options } = await api.startPasskeyMethod(token)
  requireHandleOf(userId, options)
  state.passkeyRegistrationId = registrationId
  return { userId, options: { ...options, excludeCredentials: passkeysOf(unlock) } }
}

/** Those that the vault lists: one that core left out would be replaced by the new one, on the same authenticator. */
function passkeysOf(unlock: readonly UnlockRecord[]) {
  return unlock.flatMap(({ type, bind }) => (type === 'prf' ? [{ id: bind, type: 'public-key' as const }] : []))
}

/** The passkey that was made for it: core gets the key, the vault gets the root. */
export function registeredPasskey(
  { state }: DeviceContext,
  { response, prf }: Pick<CallInput<'addPasskey'>, 'response' | 'prf'>,
): RegisteredMethod {
  requireUsableId(response.id)
  const registrationId = present(state.passkeyRegistrationId)
  return {
    body: { type: 'passkey', registration_id: registrationId, response },
    method: { type: 'prf', root: new Uint8Array(prf), credentialId: response.id },
  }
}

/** The item that holds a passkey's name: it goes by the credential's id, which is known before the record's. */
export function labelDraft(context: DeviceContext, credentialId: string, label: string): ItemDraft {
  const known = findLabel(context, credentialId)
  const id = known?.id ?? newItemId()
  return { id, kind: LABEL_KIND, name: credentialId, value: label, meta: known?.meta ?? {} }
}

export function findLabel(context: DeviceContext, credentialId: string) {
  return currentSession(context).vault.items.find(({ kind, name }) => kind === LABEL_KIND && name === credentialId)
}
