import { type ItemDraft, newItemId, type UnlockRecord } from '@countersign/vault'
import { LABEL_KIND } from '../claims/claim-items.ts'
import { type NewPasskey, requireHandleOf, requireUsableId } from '../passkey.ts'
import { type Changing, currentSession, type Reading, stepOf } from '../session/state.ts'
import type { RegisteredMethod } from './change-methods.ts'

type Opened = Pick<Reading, 'state'>

export async function startPasskeyAddition({
  api,
  state,
  unlockSecret,
}: Pick<Changing, 'api' | 'state' | 'unlockSecret'>) {
  const { token, userId, method, unlock } = currentSession({ state })
  unlockSecret.read({ act: method === 'recovery' ? 'recover' : 'add_passkey' })
  const { registrationId, options } = await api.startPasskeyMethod(token)
  requireHandleOf(userId, options)
  state.steps.passkeyRegistrationId = registrationId
  return { userId, options: { ...options, excludeCredentials: passkeysOf(unlock) } }
}

/** From the vault: if core left one out, the authenticator would replace it with the new passkey. */
function passkeysOf(unlock: readonly UnlockRecord[]) {
  return unlock.flatMap(({ type, bind }) => (type === 'prf' ? [{ id: bind, type: 'public-key' as const }] : []))
}

/** Core gets the public key, the vault gets the root. */
export function registeredPasskey({ state }: Opened, { response, prf }: NewPasskey): RegisteredMethod {
  requireUsableId(response.id)
  const registrationId = stepOf(state, 'passkeyRegistrationId')
  return {
    body: { type: 'passkey', registration_id: registrationId, response },
    method: { type: 'prf', root: new Uint8Array(prf), credentialId: response.id },
  }
}

/** A passkey's name, keyed by credential id, which is known before the record's. */
export function labelDraft(context: Opened, credentialId: string, label: string): ItemDraft {
  const known = findLabel(context, credentialId)
  const id = known?.id ?? newItemId()
  return { id, kind: LABEL_KIND, name: credentialId, value: label, meta: known?.meta ?? {} }
}

export function findLabel(context: Opened, credentialId: string) {
  return currentSession(context).vault.items.find(({ kind, name }) => kind === LABEL_KIND && name === credentialId)
}
