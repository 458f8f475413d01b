import { SignInError } from './errors.ts'
import type { AskedSignIn } from './flow.ts'

const TOLERANCE_SECONDS = 60

type SignIn = { readonly acr?: string | undefined; readonly auth_time?: number | undefined }

/** The request went through the browser, where anyone could have changed it (OpenID Connect Core §3.1.3.7). @throws SignInError */
export function checkSignIn({ acrValues, signedInSince = 0 }: AskedSignIn, { acr = '', auth_time = 0 }: SignIn): void {
  const isStrong = !acrValues?.length || acrValues.includes(acr)
  if (isStrong && auth_time + TOLERANCE_SECONDS >= signedInSince) return
  const why = isStrong ? 'longer ago' : 'in another way'
  throw new SignInError('insufficient_user_authentication', `The person signed in ${why} than your app asked for.`)
}
