import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf } from '@countersign/ui/routing/router.ts'

const BY_PASSWORD = '#password'

/** The sign-up page, with the password at once. */
export function passwordSignUpOf(authRequestId: string | undefined): string {
  return addressOf(PATHS.signUp, authRequestId) + BY_PASSWORD
}

export function isPasswordSignUp(): boolean {
  return here().hash === BY_PASSWORD
}
