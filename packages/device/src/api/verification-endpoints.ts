import type { VerifiableClaim, VerificationFinishRequest, VerificationStartRequest } from '@countersign/contracts'
import { fieldsOf, listOf, literalOf, type Reader, texts } from './answer.ts'
import type { Ask } from './http.ts'

export const readVerifiableClaim: Reader<VerifiableClaim> = literalOf('email', 'phone')

/** Showing that an address or a number is the person's. */
export function createVerificationEndpoints(ask: Ask) {
  const path = '/api/claim-verifications/'
  return {
    listVerifiableClaims: (sessionToken: string) =>
      ask({ method: 'GET', path, sessionToken }, fieldsOf({ claims: listOf(readVerifiableClaim) })),
    startVerification: (sessionToken: string, body: VerificationStartRequest) =>
      ask({ method: 'POST', path: `${path}start/`, body, sessionToken }, fieldsOf(texts('verification_id'))),
    finishVerification: (sessionToken: string, body: VerificationFinishRequest) =>
      ask({ method: 'POST', path: `${path}finish/`, body, sessionToken }, fieldsOf(texts('attestation'))),
  }
}
