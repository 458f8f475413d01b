/** Lets a build drop the rest of jose. */
export { CompactEncrypt, calculateJwkThumbprint, importJWK } from 'jose'
