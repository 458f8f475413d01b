import type { Client } from '../../clients/client.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { type Notice, signSecurityEvent } from '../notices/security-event.ts'
import { findPersonOfWaiting } from './data-update.store.ts'

const EVENT = 'urn:countersign:event:data-changed'

type DataChange = { readonly grantId: string; readonly happenedAt: Date }

/**
 * Tells an app to refresh its tokens (RFC 8935 §2), and nothing else. Undefined if no update waits for it any more, be it
 * fetched or its grant ended, or if the app takes no such notices.
 */
export async function writeDataChanged(
  parts: WithSql & WithSigning,
  client: Client,
  { grantId, happenedAt }: DataChange,
): Promise<Notice | undefined> {
  const { eventsUri: to, disabledAt } = client
  if (to === undefined || disabledAt) return undefined
  const userId = await findPersonOfWaiting(parts.sql, grantId)
  if (userId === undefined) return undefined
  const body = await signSecurityEvent(parts, client, { type: 'secevent+jwt', event: EVENT, userId, happenedAt })
  return { to, contentType: 'application/secevent+jwt', body }
}
