import type { ActivityEvent, PlainItem } from '@countersign/vault'
import type { Issuer } from '../claims/claim-item.ts'
import { isOfCredential } from '../credentials/credential-view.ts'
import { appMemoriesOf } from './app-memory.ts'

/** The issuers of what was released of credentials, by claim, as far as the vault still remembers that release. */
export function issuersOfRelease(
  event: ActivityEvent,
  items: readonly PlainItem[],
): Readonly<Record<string, Issuer>> | undefined {
  if (event.type !== 'released' || !event.claims.some(isOfCredential)) return undefined
  const remembered = appMemoriesOf(items).get(event.app.client_id)?.released ?? []
  const issuers = event.claims.flatMap((claim, index) => {
    const logged = event.values?.[index]
    const given = remembered.find(
      ({ first, last, ...each }) =>
        each.claim === claim &&
        first <= event.at &&
        event.at <= last &&
        (typeof logged !== 'string' || each.value === logged),
    )
    return given?.issuedBy ? [[claim, given.issuedBy] as const] : []
  })
  return issuers.length > 0 ? Object.fromEntries(issuers) : undefined
}
