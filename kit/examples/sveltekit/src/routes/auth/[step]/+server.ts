import { keepClaimsKey } from '@countersign/sdk'
import { countersign } from '@countersign/sdk/sveltekit'
import type { RequestEvent } from '@sveltejs/kit'
import { forgetPerson, keepPerson } from '$lib/server/sessions'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CLAIMS_KEY_FILE = '', COOKIE_SECRET = '' } = process.env

// /auth/sign-in, /auth/callback and /auth/sign-out
export const { GET, POST } = countersign<RequestEvent>(async () => ({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: REDIRECT_URI,
  scopes: ['openid', 'email', 'profile'],
  claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
  cookieSecret: COOKIE_SECRET,
  onSignIn: ({ subject, claims }, { cookies }) => keepPerson(cookies, { subject, claims }),
  onSignOut: ({ cookies }) => forgetPerson(cookies),
}))
