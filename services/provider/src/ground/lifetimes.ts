/** Lifetimes fixed by the specification, in seconds. */
export const CODE_LIFETIME_SECONDS = 600
/** For clients bound to PAR and DPoP (FAPI 2.0 Security Profile §5.3.2.1). */
export const SHORT_CODE_LIFETIME_SECONDS = 60
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
/** Short, because resource servers do not hear of revocation (RFC 9068 §5). */
export const JWT_ACCESS_TOKEN_LIFETIME_SECONDS = 600
export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 86_400
