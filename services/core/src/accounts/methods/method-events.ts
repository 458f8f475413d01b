import type { AccountEvent } from '@countersign/contracts'
import type { Method } from './method.store.ts'

export type MethodChangeEvent = Pick<AccountEvent, 'method'> & {
  readonly type: Extract<
    AccountEvent['type'],
    | 'method_added'
    | 'method_removed'
    | 'password_changed'
    | 'login_name_changed'
    | 'recovery_key_replaced'
    | 'account_key_rotated'
  >
}

type Difference = { readonly before: readonly Method[]; readonly after: readonly Method[] }

/** The events of the methods that have ended; a method that was replaced by another of its kind has not. */
export function removedMethods({ before, after }: Difference): readonly MethodChangeEvent[] {
  const isGone = (old: Method): boolean => after.every((method) => kindOf(method) !== kindOf(old))
  return before.filter(isGone).map(({ type }) => ({ type: 'method_removed', method: type }))
}

/** There is one password and one recovery key, and many passkeys. */
function kindOf({ type, passkey }: Method): string {
  return passkey?.credentialId ?? type
}
