import type { OAuthErrorCode } from '@countersign/contracts'
import { AUTHORIZATION_ERRORS } from './authorization-errors.ts'
import { TOKEN_ERRORS } from './token-errors.ts'

/** Why an app meets an error, and what its developer does then. */
export type ErrorCauses = {
  /** Where it comes: at which endpoint, or back at the app. */
  readonly where: string
  /** A cause, and its cure. */
  readonly causes: readonly (readonly [cause: string, cure: string])[]
}

/** A code without an entry does not compile. */
export const ERROR_CAUSES: Readonly<Record<OAuthErrorCode, ErrorCauses>> = { ...AUTHORIZATION_ERRORS, ...TOKEN_ERRORS }
