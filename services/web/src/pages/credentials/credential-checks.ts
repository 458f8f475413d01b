import type { FailureCode } from '@countersign/device'
import { canonicalLogin, VaultError } from '@countersign/vault'

const MIN_PASSWORD_LENGTH = 15
const MIN_DISTINCT_CHARACTERS = 6

export type PasswordProblem =
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'repetitive' | 'name' }

/** Counts code points of the normalised text, as the vault worker does (NIST SP 800-63B-4 §3.1.1.2). */
export function findPasswordProblem(text: string, login: string): PasswordProblem | undefined {
  const characters = Array.from(text.normalize('NFC'))
  const missing = MIN_PASSWORD_LENGTH - characters.length
  if (missing > 0) return { kind: 'short', missing }
  const name = login.trim().toLowerCase()
  const withoutName = name.length > 2 ? text.toLowerCase().replaceAll(name, '') : text
  if (withoutName.length < text.length && Array.from(withoutName).length < MIN_PASSWORD_LENGTH) return { kind: 'name' }
  if (new Set(characters).size < MIN_DISTINCT_CHARACTERS) return { kind: 'repetitive' }
  return undefined
}

/** The problem of a new login, before core is asked whether it is free. */
export function findLoginProblem(login: string): FailureCode | undefined {
  try {
    canonicalLogin(login)
    return undefined
  } catch (error) {
    if (error instanceof VaultError) return error.code
    throw error
  }
}
