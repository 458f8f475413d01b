/** Retries stop after a day: by then the app's tokens have told it. */
export const LOGOUT_LIFETIME_SECONDS = 86_400
/** Grows fourfold up to six hours: nine attempts. Longer than one attempt takes. */
const FIRST_RETRY_SECONDS = 30
const RETRY_FACTOR = 4
const LAST_RETRY_SECONDS = 21_600
/** "Preferably at most two minutes in the future" (OpenID Connect Back-Channel Logout §2.4). */
export const LOGOUT_TOKEN_LIFETIME_SECONDS = 120

/** The pause before the next attempt. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * RETRY_FACTOR ** attempts, LAST_RETRY_SECONDS)
}
