export { type DpopProof, type ProvenRequest, refuseProof, verifyDpopProof, WrongEndpoint } from './dpop-proof.ts'
export {
  forVerifying,
  holdsPrivateMember,
  isJwk,
  problemOfPublicKey,
  SIGNING_ALGORITHMS,
  withoutOtherMembers,
} from './public-key.ts'
export { deriveBytes, keyedDigest, NONCE_BYTES, type SealingContext, seal, unseal } from './seal.ts'
export {
  bytesOfUuid,
  equalSecrets,
  findKeyOfSecret,
  formatUuid,
  isSecret,
  type KeyedPrefix,
  newKeyedSecret,
  newSecret,
  type SecretPrefix,
  secureRandom,
  sha256,
} from './secrets.ts'
