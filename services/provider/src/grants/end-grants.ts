import type { GrantList, GrantRevocation, GrantsRevoked } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import { logoUrl } from '../clients/client-logo.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type EventSource, logGrantRevoked } from '../events.ts'
import { listGrants, type RevokedGrant, revokeGrantOfUser, revokeGrantsOfUser } from './grants.store.ts'

/** What a person allows which app, for their page of connected apps. */
export async function showGrants({ sql, config, clients }: ProviderDependencies, userId: string): Promise<GrantList> {
  const listed = await listGrants(sql, userId)
  const grants = listed.map((grant) => ({
    grant_id: grant.grantId,
    client: {
      client_id: grant.clientId,
      name: grant.clientName ?? nameOfUnregistered(clients, grant.clientId),
      logo: logoUrl(config.issuer, grant.clientId),
      description: grant.clientDescription,
    },
    scopes: [...grant.scopes],
    created_at: grant.createdAt.toISOString(),
    last_used_at: grant.lastUsedAt.toISOString(),
    access_expires_at: grant.accessExpiresAt?.toISOString() ?? null,
    expires_at: grant.expiresAt.toISOString(),
    ends_at: grant.endsAt?.toISOString() ?? null,
  }))
  return { grants }
}

/** As its document was read last; its host where that is forgotten, so that nothing is fetched for a list. */
function nameOfUnregistered(clients: ProviderDependencies['clients'], clientId: string): string {
  return clients.recallUnregistered(clientId)?.name ?? new URL(clientId).host
}

/**
 * Takes back what a person allowed. For a lock, core locks the account first and then ends everything here: an approval
 * that came before is ended too, and none comes after.
 * @throws `not_found` for a grant that is not the person's
 */
export async function endGrants(
  dependencies: ProviderDependencies,
  revocation: GrantRevocation,
  source: EventSource,
): Promise<GrantsRevoked> {
  const revoked = await endThese(dependencies, revocation)
  for (const ids of revoked) logGrantRevoked(source, { ...ids, userId: revocation.user_id, reason: 'user' })
  return { revoked: revoked.length }
}

async function endThese({ sql }: ProviderDependencies, revocation: GrantRevocation): Promise<readonly RevokedGrant[]> {
  if ('grant_id' in revocation) {
    const revoked = await revokeGrantOfUser(sql, revocation.user_id, revocation.grant_id)
    if (!revoked) throw new ServiceError('not_found', 'This person has no such grant.')
    return revoked
  }
  if ('client_id' in revocation) return revokeGrantsOfUser(sql, revocation.user_id, { clientId: revocation.client_id })
  return revokeGrantsOfUser(sql, revocation.user_id, { askedSecondsAgo: revocation.asked_seconds_ago })
}
