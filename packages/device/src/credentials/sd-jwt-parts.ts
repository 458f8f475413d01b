/** What presenting credentials takes of the library: only a vault that holds one loads it. */
export { SDJwt, SDJwtInstance } from '@sd-jwt/core'
