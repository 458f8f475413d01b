/**
 * What DPoP proofs, and the assertions of clients that are bound to PAR and DPoP, may be signed with (FAPI 2.0 §5.4).
 * Asymmetric only, so that what verifies cannot forge; RS256 is left out because PKCS #1 v1.5 is. `Ed25519` is the newer
 * name of what `EdDSA` means here (RFC 9864).
 */
export const SIGNING_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const
