import type { Sql } from '@countersign/service/sql'
import type { ClientRegistry } from '../../clients/client-registry.ts'
import { isClientIdUrl } from '../../ground/client-id-url.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { listHintingClients } from './erase-person.store.ts'

/** What a request may name a person by (`id_token_hint`), to whichever app. */
export type HintedSubjects = (userId: string) => Promise<readonly string[]>

/** A pairwise subject cannot be traced back to a person, so it is made anew for each app that has hinted at somebody. */
export function createHintedSubjects(
  sql: Sql,
  { clients, keys }: { readonly clients: ClientRegistry; readonly keys: Keyring },
): HintedSubjects {
  /** Of a document, which says which of them it is and may not be there any more, both. */
  async function subjectsFor(clientId: string, userId: string): Promise<readonly string[]> {
    if (isClientIdUrl(clientId)) {
      const app = { clientId, redirectUris: [], sectorIdentifierUri: undefined, subjectType: 'pairwise' } as const
      return [userId, (await prepareSubjects(keys, app))(userId)]
    }
    const client = await clients.find(clientId)
    return client ? [(await prepareSubjects(keys, client))(userId)] : []
  }

  return async (userId) => {
    const hinting = await listHintingClients(sql)
    return (await Promise.all(hinting.map((clientId) => subjectsFor(clientId, userId)))).flat()
  }
}
