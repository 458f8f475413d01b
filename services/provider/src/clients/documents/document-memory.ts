import type { Client } from '../client.ts'

/** How long the last document goes on serving while no other can be had: a hiccup of its server shuts no app out. */
export const DOCUMENT_LAST_RESORT_MS = 24 * 3_600_000
/** An author's change counts within this time, or after the `max-age` of the document, up to the longest. */
export const DOCUMENT_MAX_AGE_MS = 5 * 60_000
export const DOCUMENT_LONGEST_MAX_AGE_MS = 60 * 60_000
const MAXIMUM_DOCUMENTS = 500
const MAXIMUM_PROBLEMS = 1_000

type Age = { readonly ageMs: number; readonly freshMs: number }
type Read = { readonly client: Client; readonly at: number; readonly freshMs: number; readonly isUsed: boolean }
type Problem = { readonly sentence: string; readonly at: number }

export type DocumentMemory = ReturnType<typeof createDocumentMemory>

/** Caches documents and their problems. Bounded, because strangers choose the addresses. */
export function createDocumentMemory(now: () => Date) {
  const documents = new Map<string, Read>()
  const problems = new Map<string, Problem>()
  const ageOf = (kept: { readonly at: number } | undefined) => (kept ? now().getTime() - kept.at : undefined)

  return {
    noteClient(client: Client, { ageMs, freshMs }: Age): Pick<Read, 'isUsed'> {
      const isUsed = documents.get(client.clientId)?.isUsed ?? false
      const read = { client, at: now().getTime() - ageMs, freshMs, isUsed }
      keep(documents, MAXIMUM_DOCUMENTS, [client.clientId, read])
      if (ageMs === 0) problems.delete(client.clientId)
      return { isUsed }
    },
    noteProblem(clientId: string, sentence: string): void {
      keep(problems, MAXIMUM_PROBLEMS, [clientId, { sentence, at: now().getTime() }])
    },
    /** A person has approved it: strangers' documents make room before it does. Answers whether that is news. */
    noteUse(clientId: string): boolean {
      const known = documents.get(clientId)
      if (known) keep(documents, MAXIMUM_DOCUMENTS, [clientId, { ...known, isUsed: true }])
      return known?.isUsed === false
    },
    forget: (clientId: string) => documents.delete(clientId),
    recall(clientId: string): Client | undefined {
      const known = documents.get(clientId)
      return (ageOf(known) ?? DOCUMENT_LAST_RESORT_MS) < DOCUMENT_LAST_RESORT_MS ? known?.client : undefined
    },
    isFresh(clientId: string): boolean {
      const known = documents.get(clientId)
      return known !== undefined && now().getTime() - known.at < known.freshMs
    },
    problemOf(clientId: string, maximumAgeMs = Number.POSITIVE_INFINITY): string | undefined {
      const problem = problems.get(clientId)
      return (ageOf(problem) ?? maximumAgeMs) < maximumAgeMs ? problem?.sentence : undefined
    },
  }
}

/** Evicts the oldest unused entry first, then the least recently used. */
function keep<Value extends { readonly at: number; readonly isUsed?: boolean }>(
  kept: Map<string, Value>,
  most: number,
  [key, value]: readonly [string, Value],
): void {
  kept.delete(key)
  if (kept.size >= most) {
    const [oldest = ''] = kept.keys()
    const [unused = oldest] = [...kept].find(([, { isUsed }]) => isUsed !== true) ?? []
    kept.delete(unused)
  }
  kept.set(key, value)
}
