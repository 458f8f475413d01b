import type { AppUpdate, FailureCode } from '@countersign/device'
import { type FullText, labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'

/** Has something that the app does not, sent or not. */
export function hasChanges({ changes }: AppUpdate): boolean {
  return Object.keys(changes).length > 0
}

/** Apps that lack something, by name. */
export function changedOnes(updates: readonly AppUpdate[]): readonly AppUpdate[] {
  return updates.filter(hasChanges).toSorted((left, right) => nameOf(left).localeCompare(nameOf(right)))
}

/** Would get something if the person confirmed it. */
export function canSend(update: AppUpdate): boolean {
  return hasChanges(update) && update.problem === undefined
}

export function nameOf({ name, clientId }: AppUpdate): string {
  return name === '' ? clientId : name
}

/** Why an app gets nothing, and what the person can do. A refusal names no claims: it is about all that was shown. */
export function useProblemOf() {
  const text = useFullText()
  const format = useFormat()
  return (update: AppUpdate, problem: AppUpdate['problem']): string | undefined => {
    const claims = problem === update.problem ? update.problemClaims : Object.keys(update.changes)
    const labels = format.list(claims.map((claim) => labelOf(text, claim)))
    switch (problem) {
      case 'unverified':
        return text.verification.obstacle(labels, nameOf(update))
      case 'new_key':
        return text.updates.newKey(nameOf(update))
      case 'malformed':
        return text.updates.malformed(labels, nameOf(update))
      case undefined:
        return undefined
    }
  }
}

/** Refusals that are problems of an app, which it got since it was shown. */
export const PROBLEM_OF: Readonly<Partial<Record<FailureCode, NonNullable<AppUpdate['problem']>>>> = {
  app_key_changed: 'new_key',
  invalid_claims: 'unverified',
  invalid_attestation: 'unverified',
  malformed_claim: 'malformed',
}

/** "Books and 2 others" */
export function describeApps(
  { updates: text }: FullText,
  { list, isolate }: ReturnType<typeof useFormat>,
  updates: readonly AppUpdate[],
): string {
  const [first, ...others] = updates.map((update) => isolate(nameOf(update)))
  if (first === undefined || others.length < 2) return list([first ?? '', ...others])
  return list([first, text.others(others.length)])
}
