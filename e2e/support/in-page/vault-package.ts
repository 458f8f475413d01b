/** What tests ask of the vault package inside a browser. */
export { deriveRecovery, openVault, parseRecoveryKey } from '@countersign/vault'
export { computeVectors } from '@countersign/vault/vectors/compute-vectors.ts'
