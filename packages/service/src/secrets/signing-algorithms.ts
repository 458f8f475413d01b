/**
 * Signing algorithms of DPoP proofs and of client assertions bound to PAR and DPoP (FAPI 2.0 §5.4). Asymmetric only, so a
 * verifier cannot forge; no RS256 (PKCS #1 v1.5). `Ed25519` is the newer name of `EdDSA` here (RFC 9864).
 */
export const SIGNING_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const
