/** What receiving a credential takes: only who has been offered one loads it. */
export { readOffer } from './credential-offer.ts'
export { createIssuerLine } from './issuer-line.ts'
export { openOffer, receiveCredentials, typesOf } from './receive-credential.ts'
