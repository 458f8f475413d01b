/** What tests ask of the vault package inside a browser. */
export { deriveRecovery, fromBase64url, openVault, parseRecoveryKey, prfInput, toBase64url } from '@countersign/vault'
export { computeVectors } from '../../../packages/vault/src/vectors/compute-vectors.ts'
