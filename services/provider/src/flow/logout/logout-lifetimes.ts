/** How long it is tried to tell an app: whoever comes back after a day finds out by its tokens. */
export const LOGOUT_LIFETIME_SECONDS = 86_400
/** After the first attempt, then four times as long, up to six hours: nine attempts. No attempt takes as long as the first pause. */
const FIRST_RETRY_SECONDS = 30
const RETRY_FACTOR = 4
const LAST_RETRY_SECONDS = 21_600
/** "Preferably at most two minutes in the future" (OpenID Connect Back-Channel Logout §2.4). */
export const LOGOUT_TOKEN_LIFETIME_SECONDS = 120

/** How long an app is left alone with a logout that it has not taken, after so many attempts before this one. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * RETRY_FACTOR ** attempts, LAST_RETRY_SECONDS)
}
