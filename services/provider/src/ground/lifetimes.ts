/** Lifetimes that the interface fixes, in seconds. */
export const CODE_LIFETIME_SECONDS = 600
/** For clients bound to both pushed requests and DPoP (FAPI 2.0 Security Profile §5.3.2.1). */
export const SHORT_CODE_LIFETIME_SECONDS = 60
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
/** Of one that is checked where no revocation is heard of (RFC 9068 §5). */
export const JWT_ACCESS_TOKEN_LIFETIME_SECONDS = 600
export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 86_400

/** So many refresh tokens of a grant are remembered, so that the use of an old one is noticed (RFC 9700 §4.14.2). */
export const REMEMBERED_ROTATIONS = 100
