import type { OpenSession } from '../device-context.ts'
import { valuesOf } from '../entries/claim-items.ts'
import type { KeptSession, KnownMethod } from '../session-storage.ts'

/** A session from a recovery key is for one errand: it is not kept. */
export function describeKeptSession({
  userId,
  token,
  method,
  unlock,
  unlockId,
  login,
  vault,
}: OpenSession): KeptSession | undefined {
  const record = unlock.find(({ id }) => id === unlockId)
  const known = record && toMethod(record, login)
  const { name = login } = valuesOf(vault.items)
  return method === 'recovery' || !known ? undefined : { userId, token, name, method: known }
}

function toMethod({ type, bind }: OpenSession['unlock'][number], login: string | undefined): KnownMethod | undefined {
  if (type === 'prf') return { type: 'passkey', credentialId: bind }
  return login === undefined ? undefined : { type: 'password', login }
}
