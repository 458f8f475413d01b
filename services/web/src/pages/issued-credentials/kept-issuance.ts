import type { CallInput } from '@countersign/device'
import { here, storedAs } from '@countersign/ui/place.ts'

/** `response`: the query of the issuer's answer, once it is here. */
export type KeptIssuance = CallInput<'returnFromIssuer'> & { readonly issuer: string }

const NAME = 'countersign.issuance'

/** For this tab: its storage outlives the visit to the issuer, and a reload. */
export function keepIssuance(issuance: KeptIssuance): void {
  try {
    sessionStorage.setItem(storedAs(NAME), JSON.stringify(issuance))
  } catch {
    // Full or forbidden: the answer will belong to nothing, and the page says so.
  }
}

/** It counts once. */
export function forgetIssuance(): void {
  sessionStorage.removeItem(storedAs(NAME))
}

/** The issuer's answer: in the address, or kept from there before a reload. */
export function findAnsweredIssuance(): KeptIssuance | undefined {
  const kept = findKept()
  const response = findResponse(here())
  if (response === undefined) return kept?.response === '' ? undefined : kept
  const answered = { kept: '', issuer: '', ...kept, response }
  keepIssuance(answered)
  return answered
}

/** RFC 6749 §4.1.2; a link to an offer has none of both. */
function findResponse({ search, searchParams }: URL): string | undefined {
  return searchParams.has('code') || searchParams.has('error') ? search : undefined
}

function findKept(): KeptIssuance | undefined {
  const { kept, response, issuer }: Partial<Record<string, unknown>> = Object(readStored())
  const isText = typeof kept === 'string' && typeof response === 'string' && typeof issuer === 'string'
  return isText ? { kept, response, issuer } : undefined
}

function readStored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storedAs(NAME)) ?? 'null')
  } catch {
    return undefined
  }
}
