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

/** The only claims whose verification an app can demand. */
const VERIFIABLE = ['email', 'phone']

/** Why an app gets nothing, and what the person can do. */
export function useProblemOf() {
  const text = useFullText()
  const format = useFormat()
  const unverified = (update: AppUpdate) => {
    const claims = Object.keys(update.changes).filter((claim) => VERIFIABLE.includes(claim))
    return text.verification.obstacle(format.list(claims.map((claim) => labelOf(text, claim))), nameOf(update))
  }
  return (update: AppUpdate, problem: AppUpdate['problem']): string | undefined => {
    switch (problem) {
      case 'unverified':
        return unverified(update)
      case 'new_key':
        return text.updates.newKey(nameOf(update))
      case 'malformed':
        return text.updates.malformed(nameOf(update))
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
