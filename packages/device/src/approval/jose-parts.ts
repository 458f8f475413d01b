/** Only the parts that sealing needs, so that a build drops the rest. */
export { CompactEncrypt, calculateJwkThumbprint, importJWK } from 'jose'
