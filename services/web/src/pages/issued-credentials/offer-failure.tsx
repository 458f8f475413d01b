import type { Failure, FailureCode } from '@countersign/device'
import { useFullText } from '../../messages/use-text.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

type Sentence = 'badOffer' | 'unknownIssuer' | 'refused' | 'badCredential' | 'away'

/** What these mean while something is fetched from an issuer; what else goes wrong means what it means everywhere. */
const SENTENCES: Readonly<Partial<Record<FailureCode, Sentence>>> = {
  bad_offer: 'badOffer',
  issuer_unknown: 'unknownIssuer',
  issuer_refused: 'refused',
  bad_credential: 'badCredential',
  locked: 'badOffer',
  offline: 'away',
  timeout: 'away',
}

/** Why nothing was fetched, and what to do. */
export function OfferFailure({ failure }: { failure: Failure | undefined }) {
  const { issued } = useFullText()
  const sentence = failure && SENTENCES[failure.code]
  return sentence === undefined ? <FailureNotice failure={failure} /> : <Notice kind="error">{issued[sentence]}</Notice>
}
