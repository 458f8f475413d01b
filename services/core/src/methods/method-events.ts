import type { AccountEvent, MethodChangeRequest } from '@countersign/contracts'
import type { Sql } from '@countersign/service'
import { recordAccountEvent } from '../accounts/account-event.store.ts'
import type { Origin } from '../sessions/origin.ts'
import type { Method } from './method.store.ts'

export type MethodEvent = Pick<AccountEvent, 'type' | 'method'>

type Difference = { readonly before: readonly Method[]; readonly after: readonly Method[] }

/** What a person may read later about a change of their methods. */
export function eventsOf({ add, recovery }: MethodChangeRequest, difference: Difference): readonly MethodEvent[] {
  return [
    ...removedMethods(difference),
    ...(add ? [additionEvent(add.type, difference)] : []),
    ...(recovery ? [{ type: 'recovery_key_replaced', method: 'recovery' } as const] : []),
  ]
}

/** The methods that are gone; one that was replaced by another of its kind is not. */
export function removedMethods({ before, after }: Difference): readonly MethodEvent[] {
  const isGone = (old: Method): boolean => after.every((method) => kindOf(method) !== kindOf(old))
  return before.filter(isGone).map(({ type }) => ({ type: 'method_removed', method: type }))
}

export async function recordMethodEvents(
  sql: Sql,
  subject: { readonly userId: string; readonly origin: Origin },
  events: readonly MethodEvent[],
): Promise<void> {
  for (const event of events) await recordAccountEvent(sql, { ...subject, ...event })
}

function additionEvent(type: 'password' | 'passkey', { before, after }: Difference): MethodEvent {
  const [old, current] = [before, after].map((methods) => methods.find((method) => method.type === 'password'))
  if (type === 'passkey' || !old) return { type: 'method_added', method: type }
  const isSameName = old.credentialIdentifier === current?.credentialIdentifier
  return { type: isSameName ? 'password_changed' : 'login_name_changed', method: type }
}

/** There is one password and one recovery key, and many passkeys. */
function kindOf({ type, passkey }: Method): string {
  return passkey?.credentialId ?? type
}
