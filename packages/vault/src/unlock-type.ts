import { VaultError } from './errors.ts'
import { malformed } from './parse.ts'

/** How a vault can be unlocked: with a password (OPAQUE), a passkey (PRF), or the recovery key. */
export type UnlockType = (typeof UNLOCK_TYPES)[number]

export const UNLOCK_TYPES = ['opaque', 'prf', 'recovery'] as const

/** What a person calls the method of an unlock record, as sessions and account events name it. */
export const METHOD_OF_UNLOCK_TYPE = {
  opaque: 'password',
  prf: 'passkey',
  recovery: 'recovery',
} as const satisfies Record<UnlockType, string>
export type MethodType = (typeof METHOD_OF_UNLOCK_TYPE)[UnlockType]

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
