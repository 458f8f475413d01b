/** What reading and presenting credentials takes: only a vault that holds one loads it, and the library with it. */
export { presentCredential } from './present-credential.ts'
export { readSdJwt } from './read-sd-jwt.ts'
