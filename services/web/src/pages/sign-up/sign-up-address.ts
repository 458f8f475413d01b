import { here } from '../../place.ts'
import { PATHS } from '../../routing/paths.ts'
import { addressOf } from '../../routing/router.ts'

const BY_PASSWORD = '#password'

/** The sign-up page, with the password at once. */
export function passwordSignUpOf(authRequestId: string | undefined): string {
  return addressOf(PATHS.signUp, authRequestId) + BY_PASSWORD
}

export function isPasswordSignUp(): boolean {
  return here().hash === BY_PASSWORD
}
