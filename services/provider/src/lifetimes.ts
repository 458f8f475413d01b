/** Lifetimes that the interface fixes, in seconds. */
export const CODE_LIFETIME_SECONDS = 600
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 86_400
