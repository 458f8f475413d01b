import type { ActivityEvent, PlainItem } from '@countersign/vault'
import { hashValue } from '../claims/hash-value.ts'
import type { ReceiptValue } from '../views.ts'
import { appMemoriesOf } from './app-memory.ts'

/**
 * The values of a release as a person reads them: what was too long for the entry is found in what the vault remembers
 * of the app, if it still does, and is that very text. Nothing for an entry that does not say them.
 */
export async function receiptValuesOf(
  event: ActivityEvent,
  items: readonly PlainItem[],
): Promise<readonly ReceiptValue[] | undefined> {
  if (event.type !== 'released' || !event.values) return undefined
  const remembered = appMemoriesOf(items).get(event.app.client_id)?.released ?? []
  const find = async (claim: string, sha256: string) => {
    for (const { claim: name, value } of remembered) {
      if (name === claim && (await hashValue(value)) === sha256) return value
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
