/** Lifetimes that the interface fixes, in seconds. */
export const CODE_LIFETIME_SECONDS = 600
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 86_400

/** So many refresh tokens of a grant are remembered, so that the use of an old one is noticed (RFC 9700 §4.14.2). */
export const REMEMBERED_ROTATIONS = 100

/** How long a code_challenge of a client is remembered: long enough to notice an app that always sends the same. */
export const CODE_CHALLENGE_RETENTION_SECONDS = 86_400
