import type { ClaimLabels } from '@countersign/contracts'
import { readText } from '@countersign/vault'
import { fieldsOf, fieldsWithOptional, listOf, type Reader } from './answer.ts'
import type { Ask } from './http.ts'

/** An operator's words in the languages of our pages; English is always there. */
export function byLanguage<Words>(read: Reader<Words>) {
  return fieldsWithOptional({ en: read }, { de: read, fr: read, es: read, ar: read, ja: read })
}

export const readLabels: Reader<ClaimLabels> = byLanguage(readText)

/** What an operator has defined. */
export function createClaimEndpoints(ask: Ask) {
  const readClaim = fieldsOf({ name: readText, labels: readLabels })
  return {
    listOperatorClaims: (sessionToken: string) =>
      ask({ method: 'GET', path: '/api/claims/', sessionToken }, fieldsOf({ claims: listOf(readClaim) })),
  }
}
