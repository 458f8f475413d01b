import type { ScopeDetail } from '@countersign/contracts'
import type { Failure } from '@countersign/device'
import type { enEntry } from './en/entry.ts'
import type { enRest } from './en/rest.ts'
import { sentenceOf } from './failure-sentences.ts'

/**
 * The texts of the way to an approval, which every page may use. English is the shape: a language that lacks a text,
 * or one of its plural forms, does not compile.
 */
export type EntryText = typeof enEntry

/** The texts of everything that is loaded when it is opened. */
export type RestText = typeof enRest

export type FullText = EntryText & RestText

/** The label of a claim; one that an operator invented reads as its name in plain words. */
export function labelOf({ common }: EntryText, claim: string): string {
  // A claim of a credential is named after its type: `https://uni.example/degree#title`.
  const name = claim.slice(claim.lastIndexOf('#') + 1)
  const words = name.replaceAll('_', ' ')
  return find(common.claims, name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** What a scope means, in the reader's language; as the server says it where the scope is an operator's own. */
export function describeScope({ common }: EntryText, scope: Pick<ScopeDetail, 'name' | 'title' | 'description'>) {
  return find(common.scopes, scope.name) ?? { title: scope.title, description: scope.description }
}

/** One sentence for a failure: what happened and what to do. */
export function describeFailure({ failures }: EntryText, { code, retryAfterSeconds }: Failure): string {
  if (code === 'too_many_requests' && retryAfterSeconds !== undefined) {
    return failures.tooManyFor(Math.max(1, Math.ceil(retryAfterSeconds / 60)))
  }
  return failures[sentenceOf(code)]
}

/** An own property only: a claim called `constructor` must not read from the prototype. */
function find<Value>(texts: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}
