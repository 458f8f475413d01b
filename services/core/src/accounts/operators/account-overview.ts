import type { AccountOverview } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type Sql } from '@countersign/service/sql'
import type { MethodType } from '@countersign/vault'
import type { ProviderClient } from '../../ground/provider-client/provider-client.ts'
import { listMethods } from '../records/method.store.ts'
import { noSuchAccount } from './account-acts.ts'

type OverviewRow = {
  readonly userId: string
  readonly createdAt: Date
  readonly suspendedAt: Date | null
  readonly reason: string | null
  readonly sessions: number
  /** The last use of a session that was used again after its beginning. */
  readonly seenAt: Date | null
}

/** Numbers and times, without what names the person. @throws `not_found` */
export async function readAccountOverview(
  { sql, provider }: { readonly sql: Sql; readonly provider?: ProviderClient },
  userId: string,
): Promise<AccountOverview> {
  const [account] = await sql<OverviewRow>`
    select a.user_id as "userId", a.created_at as "createdAt", a.suspended_at as "suspendedAt",
           a.suspension_reason as reason,
           (count(s.user_id) filter (where s.revoked_at is null and s.idle_expires_at > now()))::int as sessions,
           max(s.last_seen_at) filter (where s.last_seen_at > s.created_at) as "seenAt"
      from core.accounts a left join core.sessions s on s.user_id = a.user_id
     where a.user_id = ${userId}
     group by a.user_id`
  if (!account) throw noSuchAccount()
  const methods = await listMethods(sql, account.userId)
  const used = [account.seenAt, ...methods.map(({ lastUsedAt }) => lastUsedAt)].filter((time) => time instanceof Date)
  const count = (type: MethodType) => methods.filter((method) => method.type === type).length
  return {
    user_id: account.userId,
    created_at: account.createdAt.toISOString(),
    last_used_at: used.length === 0 ? null : new Date(Math.max(...used.map((time) => time.getTime()))).toISOString(),
    methods: { password: count('password'), passkey: count('passkey'), recovery: count('recovery') },
    sessions: account.sessions,
    connected_apps: provider ? await countApps(provider, account.userId) : null,
    suspension: account.suspendedAt && {
      suspended_at: account.suspendedAt.toISOString(),
      reason: account.reason ?? '',
    },
  }
}

/** Null if the provider does not answer. */
async function countApps(provider: ProviderClient, userId: string): Promise<number | null> {
  try {
    const { grants } = await provider.listGrants(userId)
    return new Set(grants.map(({ client }) => client.client_id)).size
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
