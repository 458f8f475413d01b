/** Loaded only to receive a credential. */
export { createLocalJWKSet, jwtVerify } from 'jose'
