import { randomUUID } from 'node:crypto'
import { registerClient } from '@countersign/provider'
import { newKeyedSecret, sha256 } from '@countersign/service/secrets'
import type { Sql, SqlPool } from '@countersign/service/sql'
import type { SignedUp } from '@countersign/testing'
import { generateSecrets } from 'countersign/internal/secrets.ts'
import { CALLBACK_URI } from './flow.ts'

/** New secrets, shared by components that run apart, and limits above the load of one address. */
export async function createEnvironment(): Promise<Readonly<Record<string, string>>> {
  return {
    ...(await generateSecrets()),
    RATE_LIMIT_AUTHORIZE: '1000000',
    RATE_LIMIT_SIGN_INS: '1000000',
    RATE_LIMIT_SIGN_UPS: '1000000',
  }
}

export async function registerBenchApp(
  sql: SqlPool,
): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const { clientId, clientSecret = '' } = await registerClient(sql, {
    name: 'Bench',
    redirectUris: [CALLBACK_URI],
    scopes: ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false })),
  })
  return { clientId, clientSecret }
}

/**
 * Copies a user's session and unlock record: each flow needs its own user, so that no cache helps, and sign-ups take too long.
 * Sessions count as just used: noting that costs a statement a minute.
 */
export async function copyPeople(
  sql: Sql,
  { person, count }: { readonly person: SignedUp; readonly count: number },
): Promise<SignedUp[]> {
  const people = Array.from({ length: count }, () => {
    const userId = randomUUID()
    return { userId, sessionToken: newKeyedSecret('cs_st_', userId) }
  })
  const userIds = people.map(({ userId }) => userId)
  const hashes = people.map(({ sessionToken }) => sha256(sessionToken))
  await sql`insert into core.accounts (user_id) select unnest(${userIds}::uuid[])`
  await sql`
    insert into core.unlock_records
    select (jsonb_populate_record(u, jsonb_build_object('user_id', copied.user_id))).*
      from core.unlock_records u, unnest(${userIds}::uuid[]) copied (user_id)
     where u.user_id = ${person.userId}`
  await sql`
    insert into core.sessions
    select (jsonb_populate_record(s, jsonb_build_object('session_id', gen_random_uuid(), 'user_id', copied.user_id,
                                                        'token_sha256', copied.token_sha256,
                                                        'last_seen_at', now() + interval '1 hour'))).*
      from core.sessions s, unnest(${userIds}::uuid[], ${hashes}::bytea[]) copied (user_id, token_sha256)
     where s.token_sha256 = ${sha256(person.sessionToken)}`
  return people
}
