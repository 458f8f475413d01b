import { VaultError } from './errors.ts'
import { malformed } from './parse.ts'

/** How a vault can be unlocked: with a password (OPAQUE), a passkey (PRF), or the recovery key. */
export type UnlockType = (typeof UNLOCK_TYPES)[number]

export const UNLOCK_TYPES = ['opaque', 'prf', 'recovery'] as const

/**
 * Reads the type of an unlock method.
 * @throws VaultError `unsupported` for one of a newer version, `malformed`
 */
export function readUnlockType(value: unknown, what: string): UnlockType {
  const known = UNLOCK_TYPES.find((type) => type === value)
  if (known !== undefined) return known
  if (typeof value !== 'string') throw malformed(what)
  const message = 'The vault has an unlock method that this version does not know. Update the app.'
  throw new VaultError('unsupported', message)
}
