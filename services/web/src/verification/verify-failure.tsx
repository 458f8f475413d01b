import type { Failure, FailureCode } from '@countersign/device'
import type { FullText } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'

type Sentence = 'wrong' | 'expired' | 'badValue' | 'notSent' | 'changed'

/** What these mean while something is verified; what else goes wrong means what it means everywhere. */
const SENTENCES: Readonly<Partial<Record<FailureCode, Sentence>>> = {
  wrong_code: 'wrong',
  verification_expired: 'expired',
  locked: 'expired',
  invalid_claims: 'badValue',
  malformed_claim: 'badValue',
  service_unavailable: 'notSent',
  stale_vault: 'changed',
}

/** Why nothing was verified, and what to do. */
export function VerifyFailure({ failure }: { failure: Failure | undefined }) {
  const { verification }: FullText = useFullText()
  const sentence = failure && SENTENCES[failure.code]
  return sentence === undefined ? (
    <FailureNotice failure={failure} />
  ) : (
    <Notice kind="error">{verification[sentence]}</Notice>
  )
}
