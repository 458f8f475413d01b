import type { Failure, FailureCode } from '@countersign/device'
import type { Sentences } from '@countersign/ui/elements.tsx'
import { describeFailure, type FullText } from '@countersign/ui/messages/texts.ts'

const NO_ANSWER: readonly FailureCode[] = ['offline', 'timeout', 'service_unavailable']

/** The sentence of an answer that failed before anything left. */
export function nothingShared(text: FullText, failure: Failure | undefined): Sentences {
  if (!failure || failure.mayBeShared || !NO_ANSWER.includes(failure.code)) return {}
  return { [failure.code]: `${describeFailure(text, failure)} ${text.consentChecks.nothingShared}` }
}
