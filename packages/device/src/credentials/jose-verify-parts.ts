/** What verifying a credential takes of the library: only who receives one loads it. */
export { createLocalJWKSet, jwtVerify } from 'jose'
