/** The data token: the signed claims that a relying app receives and verifies by itself. */
export type { Attestation, DataTokenClaims } from './claims.ts'
export { DataTokenError, type DataTokenErrorCode, DataTokenKeyError } from './errors.ts'
export {
  type DataTokenKeySource,
  type DataTokenKeys,
  generateDataTokenSecret,
  readDataTokenKeys,
  remoteDataTokenKeys,
} from './keys.ts'
export { signDataToken } from './sign.ts'
export { type JwsKey, signJws } from './sign-jws.ts'
export { type DataTokenExpectations, verifyDataToken } from './verify.ts'
