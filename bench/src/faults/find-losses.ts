import type { Outcome } from './describe-outcome.ts'

/** Why a run under faults has failed, in sentences: something acknowledged was lost, or nothing was acknowledged at all. */
export function findLosses(checked: Outcome['checked']): readonly string[] {
  return Object.entries(checked).flatMap(([what, { acknowledged, lost }]) => {
    if (acknowledged === 0) return [`No ${what} were acknowledged, so nothing was tried.`]
    return lost === 0 ? [] : [`Of ${acknowledged} ${what} that were acknowledged, ${lost} are lost.`]
  })
}
