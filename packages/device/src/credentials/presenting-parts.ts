/** Loaded only for a vault with a credential. */
export { presentCredential } from './present-credential.ts'
export { readSdJwt } from './read-sd-jwt.ts'
