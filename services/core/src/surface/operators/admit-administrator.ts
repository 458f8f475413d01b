import type { AdministrationDescription } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { roleOf } from '@countersign/service/settings'

import { listMethods } from '../../accounts/records/method.store.ts'
import { requireIntent } from '../../accounts/sessions/intent.ts'
import type { ActiveSession } from '../../accounts/sessions/session.store.ts'
import type { CoreDependencies } from '../dependencies.ts'

/**
 * Admits a user whose role allows the operation, a change only with a step-up, and an administrator only by a passkey,
 * which cannot be phished. Runs before the body is read.
 * @throws `not_allowed`, `passkey_required`, `reauth_required`
 */
export async function admitAdministrator(
  { config, sql }: Pick<CoreDependencies, 'config' | 'sql'>,
  session: ActiveSession,
  { method, isFor }: AdministrationDescription,
): Promise<void> {
  if (isFor === 'anyone') return
  const role = roleOf(config, session.userId)
  if (role === 'none' || (role === 'developer' && isFor === 'administrators')) {
    throw new ServiceError('not_allowed', 'This is for administrators: ask the operator.')
  }
  if (role === 'administrator') await requirePasskeyAlone(sql, session)
  if (method !== 'GET') requireIntent(session, ['administer'])
}

/** The account may have no password either: its holder could add a passkey of their own. */
async function requirePasskeyAlone(sql: CoreDependencies['sql'], { userId, method }: ActiveSession): Promise<void> {
  if (method === 'passkey' && !(await listMethods(sql, userId)).some(({ type }) => type === 'password')) return
  throw new ServiceError(
    'passkey_required',
    'Administrators sign in by passkey alone: have one, remove your password, and sign in by the passkey.',
  )
}
