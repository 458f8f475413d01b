import { en } from './en.ts'

/** The shape of every language: `export const de = { … } satisfies Messages` lacks no text, or does not compile. */
export type Messages = typeof en

/** The texts in the language of the page. */
export const text: Messages = en

/** The label of a claim; one that an operator invented reads as its name in plain words. */
export function labelOf(claim: string): string {
  const known = Object.hasOwn(text.claims, claim) ? text.claims[claim]?.[0] : undefined
  const words = claim.replaceAll('_', ' ')
  return known ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** A hint how to write a claim, empty if there is none. */
export function hintOf(claim: string): string {
  return Object.hasOwn(text.claims, claim) ? (text.claims[claim]?.[1] ?? '') : ''
}
