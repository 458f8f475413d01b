/** A credential issuer for the demo and tests only: OpenID4VCI 1.0 with a pre-authorized code. */
export { type Graduate, issueDegree, newIssuerKey, type Signer } from './issue-degree.ts'
export { createUniversity, type University } from './university.ts'
