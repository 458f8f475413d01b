import { keepClaimsKey } from '@countersign/sdk'

/** Read on the first request: `next build` has no secrets. */
export async function readSettings() {
  return {
    issuer: process.env['ISSUER'],
    clientId: process.env['CLIENT_ID'],
    clientSecret: process.env['CLIENT_SECRET'],
    redirectUri: process.env['REDIRECT_URI'],
    scopes: ['openid', 'email', 'profile'],
    // Users' devices seal claims for this key, so that only this app can read them.
    claimsDecryptionKey: (await keepClaimsKey(process.env['CLAIMS_KEY_FILE'] ?? 'claims-key.json')).privateJwk,
  }
}
