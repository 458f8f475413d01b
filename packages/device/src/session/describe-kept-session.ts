import type { OpenSession } from '../device-context.ts'
import { valuesOf } from '../entries/claim-items.ts'
import type { KeptSession, KnownMethod } from '../session-storage.ts'

/** One that is not bound to the key of this device is of use to whoever reads it, and one from a recovery key is for one
 * errand: neither is kept. */
export function describeKeptSession({
  userId,
  token,
  boundSince,
  method,
  unlock,
  unlockId,
  login,
  vault,
}: OpenSession): KeptSession | undefined {
  const record = unlock.find(({ id }) => id === unlockId)
  const known = record && toMethod(record, login)
  const { name = login } = valuesOf(vault.items)
  if (boundSince === undefined || method === 'recovery' || !known) return undefined
  return { userId, token, since: boundSince, name, method: known }
}

function toMethod({ type, bind }: OpenSession['unlock'][number], login: string | undefined): KnownMethod | undefined {
  if (type === 'prf') return { type: 'passkey', credentialId: bind }
  return login === undefined ? undefined : { type: 'password', login }
}
