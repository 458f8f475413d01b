import type { UnlockRecord } from '@countersign/vault'
import type { EventOf } from './change-methods.ts'

/** What the person's log says of a change of methods. */
export const methodAdded: EventOf = ([record], by) => ({
  type: 'method_added',
  ...by,
  method: record?.type ?? 'prf',
  unlock_id: record?.id ?? '',
})

export function methodRemoved({ id, type }: UnlockRecord): EventOf {
  return (_added, by) => ({ type: 'method_removed', ...by, method: type, unlock_id: id })
}

export function eventOfType(
  type: 'password_changed' | 'login_name_changed' | 'recovery_key_replaced' | 'account_key_rotated',
): EventOf {
  return (_added, by) => ({ type, ...by })
}
