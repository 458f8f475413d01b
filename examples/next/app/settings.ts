import { keepClaimsKey } from '@countersign/sdk'

/** Read with the first request: `next build` has no secrets. */
export async function readSettings() {
  const { ISSUER = 'http://localhost:8080', APP_URL = 'http://localhost:3000', CLAIMS_KEY_FILE } = process.env
  return {
    issuer: ISSUER,
    clientId: process.env['CLIENT_ID'],
    clientSecret: process.env['CLIENT_SECRET'],
    redirectUri: `${APP_URL}/auth/callback`,
    scopes: ['openid', 'email', 'profile'],
    // People's devices seal what they share for this key, so that nobody on the way can read it.
    claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE ?? 'claims-key.json')).privateJwk,
  }
}
