import type { PlainItem } from '@countersign/vault'
import type { ClaimItem } from '../claims/claim-item.ts'
import { CLAIM_KIND } from '../claims/claim-items.ts'
import type { LastChoice } from '../views.ts'
import { appMemoriesOf, LEFT_OUT } from './app-memory.ts'

/** The last choice for an app, limited to vault entries and offered credentials that still exist; replacements are new. */
export function lastChoiceFor(
  items: readonly PlainItem[],
  clientId: string,
  offered: readonly Pick<ClaimItem, 'id'>[],
): LastChoice | undefined {
  const memory = appMemoriesOf(items).get(clientId)
  if (!memory) return undefined
  const entries = new Set([...items.filter(({ kind }) => kind === CLAIM_KIND), ...offered].map(({ id }) => id))
  const claims = Object.entries(memory.claims).filter(([, entry]) => entry === LEFT_OUT || entries.has(entry))
  return {
    claims: Object.fromEntries(claims),
    scopes: memory.scopes,
    values: Object.fromEntries(memory.released.map(({ claim, value }) => [claim, value])),
  }
}
