/** What sealing takes of the library: a build leaves out the rest. */
export { CompactEncrypt, calculateJwkThumbprint, importJWK } from 'jose'
