import type { Sql } from '@countersign/service'
import type { ClientRegistry } from '../clients/client-registry.ts'
import { prepareSubjects } from '../identity/subject.ts'
import type { Keyring } from '../keys/keyring.ts'
import { listHintingClients } from './erase-person.store.ts'

/** What a request may name a person by (`id_token_hint`), to whichever app. */
export type HintedSubjects = (userId: string) => Promise<readonly string[]>

/** A pairwise subject cannot be traced back to a person, so it is made anew for each app that has hinted at somebody. */
export function createHintedSubjects(
  sql: Sql,
  { clients, keys }: { readonly clients: ClientRegistry; readonly keys: Keyring },
): HintedSubjects {
  return async (userId) => {
    const hinting = await Promise.all((await listHintingClients(sql)).map((clientId) => clients.find(clientId)))
    const known = hinting.filter((client) => client !== undefined)
    return Promise.all(known.map(async (client) => (await prepareSubjects(keys, client))(userId)))
  }
}
