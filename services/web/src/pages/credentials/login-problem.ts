import type { FailureCode } from '@countersign/device'
import { canonicalLogin, VaultError } from '@countersign/vault'

/** What is wrong with a new login name, before anybody is asked whether it is taken. */
export function findLoginProblem(login: string): FailureCode | undefined {
  try {
    canonicalLogin(login)
    return undefined
  } catch (error) {
    if (error instanceof VaultError) return error.code
    throw error
  }
}
