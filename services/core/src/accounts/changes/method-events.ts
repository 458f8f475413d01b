import type { AccountEvent, Intent, MethodChangeRequest } from '@countersign/contracts'
import type { MethodChange } from '@countersign/contracts/account-event-types'
import type { SecurityChange } from '../../ground/sending/security-texts.ts'
import type { Method } from '../records/method.store.ts'
import { intentKey } from '../sessions/intent.ts'

export type MethodChangeEvent = Pick<AccountEvent, 'method'> & { readonly type: MethodChange }

/** As people are mailed about them. */
export function changesOf(events: readonly MethodChangeEvent[]): readonly SecurityChange[] {
  return events.map(({ type: kind }) => ({ kind }))
}

type Difference = { readonly before: readonly Method[]; readonly after: readonly Method[] }

/** Events of ended methods; a method replaced by another of its kind has not ended. */
export function removedMethods({ before, after }: Difference): readonly MethodChangeEvent[] {
  const isGone = (old: Method): boolean => after.every((method) => kindOf(method) !== kindOf(old))
  return before.filter(isGone).map(({ type }) => ({ type: 'method_removed', method: type }))
}

/** An account has one password, one recovery key and any number of passkeys. */
function kindOf({ type, passkey }: Method): string {
  return passkey?.credentialId ?? type
}

export const CHANGE_ACTS = [
  'add_passkey',
  'set_password',
  'change_password',
  'change_password_and_login_name',
  'change_login_name',
  'remove_method',
  'replace_recovery_key',
] as const satisfies readonly Intent['act'][]

export const ROTATION_ACTS = [
  'rotate_account_key',
  'change_password_and_account_key',
] as const satisfies readonly Intent['act'][]

/** Intents that permit a rotation; a rotation with a new password is an act of its own. */
export function rotationIntents(password: MethodChangeEvent | undefined): readonly string[] {
  if (!password) return ['rotate_account_key']
  return password.type === 'password_changed' ? ['change_password_and_account_key'] : []
}

/** Intents that permit a change. Empty for a change that does two things: a step-up confirms one. */
export function intentsOf(
  { remove }: Pick<MethodChangeRequest, 'remove'>,
  events: readonly MethodChangeEvent[],
): readonly string[] {
  const [event, another] = events
  if (!event || another) return []
  switch (event.type) {
    case 'method_added':
      return [event.method === 'passkey' ? 'add_passkey' : 'set_password']
    case 'password_changed':
      // The name that comes with a new password may turn out to be the old one.
      return ['change_password', 'change_password_and_login_name']
    case 'login_name_changed':
      return ['change_login_name', 'change_password_and_login_name']
    case 'recovery_key_replaced':
      return ['replace_recovery_key']
    case 'method_removed': {
      const [unlockId, ...others] = remove
      return unlockId === undefined || others.length > 0
        ? []
        : [intentKey({ act: 'remove_method', unlock_id: unlockId })]
    }
    case 'account_key_rotated':
      return []
  }
}
