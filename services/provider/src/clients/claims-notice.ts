const CLAIMS_NOTICE =
  'This app has no claims_encryption_jwk: core and the provider can read what people share with it while they pass it on, and people are told so. Register a public key, a JWK on P-256 or X25519, to have it sealed for the app alone.'

/** What every answer about a client says of a key that is missing. */
export function claimsNoticeOf({ claimsEncryptionKey }: { readonly claimsEncryptionKey: object | undefined }): {
  claims_notice?: string
} {
  return claimsEncryptionKey === undefined ? { claims_notice: CLAIMS_NOTICE } : {}
}
