import type { PersonErased } from '@countersign/contracts'
import type { Sql } from '@countersign/service/sql'
import type { ClientRegistry } from '../../clients/client-registry.ts'
import type { AuditTrail } from '../../ground/audit/audit-trail.ts'
import { isClientIdUrl } from '../../ground/client-id-url.ts'
import { type EventSource, logPersonErased } from '../../ground/events.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'
import type { WithClock, WithSql } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { sealUserId } from '../logout/logout-notice.ts'
import type { WithNotices } from '../notices/deliver-notices.ts'
import { erasePerson, listHintingClients } from './erase-person.store.ts'

export type Erasure = ReturnType<typeof createErasure>
export type WithErasure = { readonly erasure: Erasure }

/** Longer than core's timeout, and than any process buffers an event. */
const LATE_MS = 60_000

type ErasureParts = WithSql &
  WithClock &
  WithNotices & {
    readonly auditTrail: AuditTrail
    readonly hintedSubjects: HintedSubjects
    readonly keyEncryptionSecrets: readonly string[]
  }

/** Repeats for a minute: a concurrent read or a buffered event may still name the user. The list is in memory only. */
export function createErasure(parts: ErasureParts) {
  const { sql, now, auditTrail, hintedSubjects, notices, keyEncryptionSecrets } = parts
  const lately = new Map<string, number>()

  const remove = async (userId: string): Promise<void> =>
    erasePerson(sql, userId, {
      hintedSubjects: await hintedSubjects(userId),
      sealedUserId: sealUserId(userId, keyEncryptionSecrets),
    })

  /** Removes everything that names a user. Idempotent. */
  async function erase(userId: string, source: EventSource): Promise<PersonErased> {
    lately.set(userId, now().getTime() + LATE_MS)
    await auditTrail.flush()
    await remove(userId)
    notices.deliverSoon()
    logPersonErased(source)
    return { erased: true }
  }

  /** Repeats the erasures of the last minute. */
  async function repeat(): Promise<void> {
    if (lately.size === 0) return
    await auditTrail.flush()
    const failures: unknown[] = []
    for (const [userId, until] of lately) {
      try {
        await remove(userId)
        if (now().getTime() > until) lately.delete(userId)
      } catch (error) {
        // Retried next time, without blocking the others.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everybody could be removed.')
  }

  return { erase, repeat }
}

/** All subjects that an `id_token_hint` could name a user by. */
type HintedSubjects = (userId: string) => Promise<readonly string[]>

/** Pairwise subjects cannot be reversed, so they are computed for each app with a stored hint. */
export function createHintedSubjects(
  sql: Sql,
  { clients, keys }: { readonly clients: ClientRegistry; readonly keys: Keyring },
): HintedSubjects {
  /** For a document that may be gone, both subject types. */
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
