/** Causes of an error and their remedies, for developers of apps. */
export type ErrorCauses = {
  /** An endpoint, or the app's callback. */
  readonly where: string
  readonly causes: readonly (readonly [cause: string, cure: string])[]
}

export const AUTHORIZE = '`/oauth/authorize`'
export const TOKEN = '`/oauth/token/`'
export const PAR = '`/oauth/par`'
export const REGISTER = '`/oauth/register`'
export const USERINFO = '`/oauth/userinfo`'

export const START_AGAIN = 'Start a new authorization: send the person to the authorization endpoint again.'
