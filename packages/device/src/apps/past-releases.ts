import type { ActivityEvent, OpenVault, PlainItem } from '@countersign/vault'
import type { Issuer } from '../claims/claim-item.ts'
import { isOfCredential } from '../credentials/credential-view.ts'
import { findOwn } from '../device-storage.ts'
import { hashText } from '../hash.ts'
import type { AppHistory, ReceiptValue } from '../views.ts'
import { appMemoriesOf } from './app-memory.ts'

/** Values released to each app, as the vault remembers them, latest first. */
export function appHistoryOf({ items, rpPins }: Pick<OpenVault, 'items' | 'rpPins'>): readonly AppHistory[] {
  const apps = [...appMemoriesOf(items)].map(([clientId, { at, released }]) => {
    const pin = findOwn(rpPins, clientId)
    return { clientId, name: pin?.name ?? '', host: pin?.host ?? '', lastAt: at, released }
  })
  return apps.toSorted((left, right) => (left.lastAt > right.lastAt ? -1 : 1))
}

/** Issuers of released credential claims, by claim, as far as the vault still remembers that release. */
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

/**
 * Values of a release for display. A value too long for the entry is looked up in the app memory by its hash. Empty for
 * an entry without values.
 */
export async function receiptValuesOf(
  event: ActivityEvent,
  items: readonly PlainItem[],
): Promise<readonly ReceiptValue[] | undefined> {
  if (event.type !== 'released' || !event.values) return undefined
  const remembered = appMemoriesOf(items).get(event.app.client_id)?.released ?? []
  const find = async (claim: string, sha256: string) => {
    for (const { claim: name, value } of remembered) {
      if (name === claim && (await hashText(value)) === sha256) return value
    }
    return undefined
  }
  const { claims, values } = event
  return Promise.all(
    claims.map(async (claim, index): Promise<ReceiptValue> => {
      const logged = values[index] ?? ''
      if (typeof logged === 'string') return { claim, value: logged }
      return { claim, value: await find(claim, logged.sha256), sha256: logged.sha256 }
    }),
  )
}
