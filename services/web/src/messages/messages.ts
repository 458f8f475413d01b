import type { ScopeDetail } from '@countersign/contracts'
import type { Failure } from '@countersign/device'
import type { enEntry } from './en/entry.ts'
import type { enRest } from './en/rest.ts'
import { sentenceOf } from './failure-sentences.ts'

/** The texts that every page may use. A language that lacks a text or a plural form does not compile. */
export type EntryText = typeof enEntry

/** The texts of lazily loaded pages. */
export type RestText = typeof enRest

export type FullText = EntryText & RestText

/** The label of a claim; a custom claim without one gets its name in plain words. */
export function labelOf({ common }: EntryText, claim: string): string {
  // A claim of a credential is named after its type: `https://uni.example/degree#title`.
  const name = claim.slice(claim.lastIndexOf('#') + 1)
  const words = name.replaceAll('_', ' ')
  return find(common.claims, name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Title and description of a scope: ours for standard scopes, the server's for custom ones. */
export function describeScope({ common }: EntryText, scope: Pick<ScopeDetail, 'name' | 'title' | 'description'>) {
  return find(common.scopes, scope.name) ?? { title: scope.title, description: scope.description }
}

export function describeFailure({ failures }: EntryText, { code, retryAfterSeconds }: Failure): string {
  if (code === 'too_many_requests' && retryAfterSeconds !== undefined) {
    return failures.tooManyFor(Math.max(1, Math.ceil(retryAfterSeconds / 60)))
  }
  return failures[sentenceOf(code)]
}

/** Own properties only: a claim may be called `constructor`. */
function find<Value>(texts: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}
