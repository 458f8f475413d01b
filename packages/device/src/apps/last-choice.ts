import type { PlainItem } from '@countersign/vault'
import { isCredential } from '../credentials/credential-item.ts'
import { entryIdOf } from '../credentials/credential-view.ts'
import { CLAIM_KIND } from '../entries/claim-items.ts'
import type { LastChoice } from '../views.ts'
import { appMemoriesOf, LEFT_OUT } from './app-memory.ts'

/** What was chosen for an app last, as far as the entries are still there: what stands in the place of one is new. */
export function lastChoiceFor(items: readonly PlainItem[], clientId: string): LastChoice | undefined {
  const memory = appMemoriesOf(items).get(clientId)
  if (!memory) return undefined
  const entries = new Set(items.filter((item) => item.kind === CLAIM_KIND || isCredential(item)).map(({ id }) => id))
  const claims = Object.entries(memory.claims).filter(
    ([, entry]) => entry === LEFT_OUT || entries.has(entryIdOf(entry)),
  )
  return {
    claims: Object.fromEntries(claims),
    scopes: memory.scopes,
    values: Object.fromEntries(memory.released.map(({ claim, value }) => [claim, value])),
  }
}
