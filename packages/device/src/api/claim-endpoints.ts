import type {
  ClaimLabels,
  VerifiableClaim,
  VerificationFinishRequest,
  VerificationStartRequest,
} from '@countersign/contracts'
import { fieldsOf, listOf, literalOf, type Reader, readText, texts } from '../read.ts'
import type { Ask } from './http.ts'

/** Reads an operator's texts in the languages of our pages; English is always there. */
export function byLanguage<Words>(read: Reader<Words>) {
  return fieldsOf({ en: read }, { de: read, fr: read, es: read, ar: read, ja: read })
}

export const readLabels: Reader<ClaimLabels> = byLanguage(readText)
export const readVerifiableClaim: Reader<VerifiableClaim> = literalOf('email', 'phone')

const readClaims = fieldsOf({ claims: listOf(fieldsOf({ name: readText, labels: readLabels })) })

/** The operator's own claims, and codes that show that an address or a number is the user's. */
export function createClaimEndpoints(ask: Ask) {
  const path = '/api/claim-verifications/'
  return {
    listOperatorClaims: (sessionToken: string) =>
      ask({ method: 'GET', path: '/api/claims/', sessionToken }, readClaims),
    listVerifiableClaims: (sessionToken: string) =>
      ask({ method: 'GET', path, sessionToken }, fieldsOf({ claims: listOf(readVerifiableClaim) })),
    startVerification: (sessionToken: string, body: VerificationStartRequest) =>
      ask({ method: 'POST', path: `${path}start/`, body, sessionToken }, fieldsOf(texts('verification_id'))),
    finishVerification: (sessionToken: string, body: VerificationFinishRequest) =>
      ask({ method: 'POST', path: `${path}finish/`, body, sessionToken }, fieldsOf(texts('attestation'))),
  }
}
