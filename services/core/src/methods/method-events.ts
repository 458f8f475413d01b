import type { AccountEvent } from '@countersign/contracts'
import type { Sql } from '@countersign/service'
import { recordAccountEvent } from '../account-events/account-event.store.ts'
import type { Origin } from '../http/origin.ts'
import type { Method } from './method.store.ts'

export type MethodChangeEvent = Pick<AccountEvent, 'type' | 'method'>

type Difference = { readonly before: readonly Method[]; readonly after: readonly Method[] }

/** The methods that are gone; one that was replaced by another of its kind is not. */
export function removedMethods({ before, after }: Difference): readonly MethodChangeEvent[] {
  const isGone = (old: Method): boolean => after.every((method) => kindOf(method) !== kindOf(old))
  return before.filter(isGone).map(({ type }) => ({ type: 'method_removed', method: type }))
}

export async function recordMethodEvents(
  sql: Sql,
  subject: { readonly userId: string; readonly origin: Origin },
  events: readonly MethodChangeEvent[],
): Promise<void> {
  for (const event of events) await recordAccountEvent(sql, { ...subject, ...event })
}

/** There is one password and one recovery key, and many passkeys. */
function kindOf({ type, passkey }: Method): string {
  return passkey?.credentialId ?? type
}
