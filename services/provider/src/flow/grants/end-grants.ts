import type { Grant, GrantList, GrantRevocation, GrantsRevoked } from '@countersign/contracts'
import { type ClaimsKey, claimsKeyThumbprint } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import { logoUrl } from '../../clients/client-logo.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { translatedNames } from '../../clients/client-texts.ts'
import { type EventSource, logGrantRevoked } from '../../ground/events.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { sealUserId } from '../logout/logout-notice.ts'
import { insertLogouts } from '../logout/pending-logout.store.ts'
import type { WithNotices } from '../notices/deliver-notices.ts'
import {
  type LivingGrant,
  listGrants,
  type RevokedGrant,
  revokeGrantOfUser,
  revokeGrantsOfUser,
} from './grants.store.ts'

export async function showGrants(
  { sql, config, clients }: WithSql & WithConfig & WithClients,
  userId: string,
): Promise<GrantList> {
  const grants = await listGrants(sql, userId)
  return { grants: grants.map((grant) => describeGrant(grant, { config, clients })) }
}

function describeGrant(grant: LivingGrant, { config, clients }: WithConfig & WithClients): Grant {
  const { clientId, updateVersion } = grant
  const described = clients.recallUnregistered(clientId)
  return {
    grant_id: grant.grantId,
    client: {
      client_id: clientId,
      // The name in its last read document, else its host: a list fetches nothing.
      name: grant.clientName ?? described?.name ?? new URL(clientId).host,
      ...translatedNames({ texts: grant.clientTexts ?? described?.texts ?? {} }),
      logo: logoUrl(config.issuer, clientId),
      description: grant.clientDescription,
      ...keyOf(grant.clientKey ?? described?.claimsEncryptionKey),
    },
    scopes: [...grant.scopes],
    created_at: grant.createdAt.toISOString(),
    last_used_at: grant.lastUsedAt.toISOString(),
    access_expires_at: grant.accessExpiresAt?.toISOString() ?? null,
    expires_at: grant.expiresAt.toISOString(),
    ends_at: grant.endsAt?.toISOString() ?? null,
    ...(grant.keepsUpToDate && { keeps_up_to_date: true as const }),
    ...(updateVersion !== undefined && { update: { version: updateVersion, is_fetched: grant.isUpdateFetched } }),
  }
}

function keyOf(key: ClaimsKey | undefined) {
  return key && { claims_encryption_jkt: claimsKeyThumbprint(key) }
}

/**
 * After locking an account, core calls this: earlier approvals end, later ones fail.
 * @throws `not_found` for a grant that is not the user's
 */
export async function endGrants(
  dependencies: WithSql & WithConfig & WithNotices,
  revocation: GrantRevocation,
  source: EventSource,
): Promise<GrantsRevoked> {
  let count = 0
  for await (const revoked of endThese(dependencies, revocation)) {
    count += revoked.length
    for (const { grantId, clientId } of revoked) {
      logGrantRevoked(source, { grantId, clientId, userId: revocation.user_id, reason: 'user' })
    }
  }
  if (count > 0) dependencies.notices.deliverSoon()
  return { revoked: count }
}

async function* endThese(
  { sql, config }: WithSql & WithConfig,
  revocation: GrantRevocation,
): AsyncGenerator<readonly RevokedGrant[]> {
  const { user_id: userId } = revocation
  const sealedUserId = sealUserId(userId, config.keyEncryptionSecrets)
  if ('grant_id' in revocation) {
    yield await sql.transaction(async (transaction) => {
      const revoked = await revokeGrantOfUser(transaction, userId, revocation.grant_id)
      if (!revoked) throw new ServiceError('not_found', 'This person has no such grant.')
      await insertLogouts(transaction, { sealedUserId, ended: revoked, of: 'session' })
      return revoked
    })
  } else if ('client_id' in revocation) {
    yield* revokeGrantsOfUser(sql, userId, { clientId: revocation.client_id, sealedUserId })
  } else {
    yield* revokeGrantsOfUser(sql, userId, { askedSecondsAgo: revocation.asked_seconds_ago, sealedUserId })
  }
}
