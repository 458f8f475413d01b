/** Causes and remedies of errors, for the console, the guide to errors and the guide to usual mistakes. */
import type { OAuthErrorCode } from '../errors.ts'
import { AUTHORIZATION_ERRORS } from './authorization-errors.ts'
import type { ErrorRemedies } from './recorded-refusals.ts'
import { TOKEN_ERRORS } from './token-errors.ts'

export { RECORDED } from './recorded-refusals.ts'

/** A code without an entry does not compile. */
export const OAUTH_ERRORS: Readonly<Record<OAuthErrorCode, ErrorRemedies>> = {
  ...AUTHORIZATION_ERRORS,
  ...TOKEN_ERRORS,
}
