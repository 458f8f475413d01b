/** An issuer of credentials that exists in the demo and in tests alone: OpenID4VCI 1.0 by a pre-authorized code. */
export { type Graduate, issueDegree, newIssuerKey, type Signer } from './issue-degree.ts'
export { createUniversity, type University } from './university.ts'
