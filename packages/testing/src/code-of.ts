import { toFailure } from '@countersign/device'

/** The code of what went wrong, as a page gets it; `nothing` if nothing did. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    (error: unknown) => toFailure(error).code,
  )
}
