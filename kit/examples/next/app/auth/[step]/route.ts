import { countersign } from '@countersign/sdk/next'
import { forgetPerson, keepPerson } from '../../session.ts'
import { readSettings } from '../../settings.ts'

// /auth/sign-in, /auth/callback and /auth/sign-out
export const { GET, POST } = countersign(async () => ({
  ...(await readSettings()),
  cookieSecret: process.env['COOKIE_SECRET'] ?? '',
  onSignIn: ({ subject, claims, tokens }) => keepPerson({ subject, claims, tokens }),
  onSignOut: forgetPerson,
}))
