import type { PersonErased } from '@countersign/contracts'
import type { Sql, SqlPool } from '@countersign/service/sql'
import type { ClientRegistry } from '../../clients/client-registry.ts'
import type { AuditTrail } from '../../ground/audit/audit-trail.ts'
import { isClientIdUrl } from '../../ground/client-id-url.ts'
import { type EventSource, logPersonErased } from '../../ground/events.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'
import { prepareSubjects } from '../identity/subject.ts'
import type { LogoutDelivery } from '../logout/deliver-logouts.ts'
import { sealUserId } from '../logout/sealed-user-id.ts'
import { erasePerson, listHintingClients } from './erase-person.store.ts'

/** Removes people whose accounts have ended. */
export type Erasure = {
  /** Removes all that names a person. Once more does no harm. */
  erase(userId: string, source: EventSource): Promise<PersonErased>
  /** Does it again for whom it was done in the last minute. */
  repeat(): Promise<void>
}

export type WithErasure = { readonly erasure: Erasure }

/** Longer than core waits for an answer, and than any process keeps an event before it writes it. */
const LATE_MS = 60_000

type ErasureParts = {
  readonly sql: SqlPool
  readonly auditTrail: AuditTrail
  readonly hintedSubjects: HintedSubjects
  readonly logouts: Pick<LogoutDelivery, 'deliverSoon'>
  readonly keyEncryptionSecrets: readonly string[]
}

/**
 * A reading that was under way, and an event that another process had not written yet, may name a person a moment after
 * they were removed: for a minute it is done again and again. Whom, only the memory of this process holds.
 */
export function createErasure(
  { sql, auditTrail, hintedSubjects, logouts, keyEncryptionSecrets }: ErasureParts,
  now: () => Date,
): Erasure {
  const lately = new Map<string, number>()

  const remove = async (userId: string): Promise<void> =>
    erasePerson(sql, userId, {
      hintedSubjects: await hintedSubjects(userId),
      sealedUserId: sealUserId(userId, keyEncryptionSecrets),
    })

  async function erase(userId: string, source: EventSource): Promise<PersonErased> {
    lately.set(userId, now().getTime() + LATE_MS)
    await auditTrail.flush()
    await remove(userId)
    logouts.deliverSoon()
    logPersonErased(source)
    return { erased: true }
  }

  async function repeat(): Promise<void> {
    if (lately.size === 0) return
    await auditTrail.flush()
    const failures: unknown[] = []
    for (const [userId, until] of lately) {
      try {
        await remove(userId)
        if (now().getTime() > until) lately.delete(userId)
      } catch (error) {
        // Tried again next time; it holds up nobody behind.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everybody could be removed.')
  }

  return { erase, repeat }
}

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
