import type { AccountEvent } from '@countersign/contracts'
import type { Transaction } from '@countersign/service'
import { recordAccountEvent } from '../accounts/account-event.store.ts'
import type { Origin } from '../sessions/origin.ts'
import type { Method } from './method.store.ts'

export type MethodEvent = Pick<AccountEvent, 'type' | 'method'>

type Difference = { readonly before: readonly Method[]; readonly after: readonly Method[] }

/** The methods that are gone; one that was replaced by another of its kind is not. */
export function removedMethods({ before, after }: Difference): readonly MethodEvent[] {
  const isGone = (old: Method): boolean => after.every((method) => kindOf(method) !== kindOf(old))
  return before.filter(isGone).map(({ type }) => ({ type: 'method_removed', method: type }))
}

export async function recordMethodEvents(
  sql: Transaction,
  subject: { readonly userId: string; readonly origin: Origin },
  events: readonly MethodEvent[],
): Promise<void> {
  for (const event of events) await recordAccountEvent(sql, { ...subject, ...event })
}

/** There is one password and one recovery key, and many passkeys. */
function kindOf({ type, passkey }: Method): string {
  return passkey?.credentialId ?? type
}
