import { keepClaimsKey } from '@countersign/sdk'

/** Read with the first request: `next build` has no secrets. */
export async function readSettings() {
  return {
    issuer: process.env['ISSUER'],
    clientId: process.env['CLIENT_ID'],
    clientSecret: process.env['CLIENT_SECRET'],
    redirectUri: process.env['REDIRECT_URI'],
    scopes: ['openid', 'email', 'profile'],
    // People's devices seal what they share for this key, so that nobody on the way can read it.
    claimsDecryptionKey: (await keepClaimsKey(process.env['CLAIMS_KEY_FILE'] ?? 'claims-key.json')).privateJwk,
  }
}
