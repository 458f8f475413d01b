/** Loaded only for a credential offer. */
export { readOffer } from './credential-offer.ts'
export { createIssuerLine } from './issuer.ts'
export { openOffer, receiveCredentials, typesOf } from './receive-credential.ts'
