import { findRequiredGap, findUnverified, type RequiredGap, type ScopeShare } from '@countersign/device'
import { verifyButtonName } from '../../verification/entry-verification.tsx'
import { isLastingSound, type Lasting } from './lasting.ts'
import { LAST_DAY } from './lasting-choice.tsx'

export type Obstacle =
  | RequiredGap
  | { readonly reason: 'key' | 'last-day' }
  | { readonly reason: 'unverified'; readonly claim: string }

/** An obstacle as shown; `malformed` is found only by saving. */
export type ShownObstacle = Obstacle | { readonly reason: 'malformed' }

type Answered = {
  readonly isKeyOpen: boolean
  readonly lasting: Lasting
  readonly required: readonly string[] | undefined
}

/** The first thing that must be settled before the request can be approved. */
export function findObstacle(
  shares: readonly ScopeShare[],
  { isKeyOpen, lasting, required }: Answered,
): Obstacle | undefined {
  if (isKeyOpen) return { reason: 'key' }
  const gap = findRequiredGap(shares)
  if (gap) return gap
  const claim = findUnverified(shares, required)
  if (claim !== undefined) return { reason: 'unverified', claim }
  return isLastingSound(lasting) ? undefined : { reason: 'last-day' }
}

/** Names in `form.elements` of the fields that settle an obstacle. */
export const ACCEPT_KEY = 'accept-key'
const FIELDS = { key: ACCEPT_KEY, 'last-day': LAST_DAY } as const

/** Focuses the field that settles an obstacle. */
export function focusObstacle(form: HTMLFormElement | null, obstacle: Obstacle): void {
  const fields = form?.elements
  const name = 'claim' in obstacle ? obstacle.claim : FIELDS[obstacle.reason]
  const verify = obstacle.reason === 'unverified' ? fields?.namedItem(verifyButtonName(name)) : undefined
  const field = verify ?? fields?.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
