/** The endpoints, as the page of errors names them. */
export const AUTHORIZE = '`/oauth/authorize`'
export const TOKEN = '`/oauth/token/`'
export const PAR = '`/oauth/par`'
export const REGISTER = '`/oauth/register`'
export const USERINFO = '`/oauth/userinfo`'

export const START_AGAIN = 'Start a new authorization: send the person to the authorization endpoint again.'
