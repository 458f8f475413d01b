import type { Failure, FailureCode } from '@countersign/device'
import { useFullText } from '../../messages/use-text.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

type Sentence = 'badOffer' | 'unknownIssuer' | 'refused' | 'badCredential' | 'away'

/** Meanings specific to fetching from an issuer; other codes have their usual one. */
const SENTENCES: Readonly<Partial<Record<FailureCode, Sentence>>> = {
  bad_offer: 'badOffer',
  issuer_unknown: 'unknownIssuer',
  issuer_refused: 'refused',
  bad_credential: 'badCredential',
  locked: 'badOffer',
  offline: 'away',
  timeout: 'away',
}

export function OfferFailure({ failure }: { failure: Failure | undefined }) {
  const { issued } = useFullText()
  const sentence = failure && SENTENCES[failure.code]
  return sentence === undefined ? <FailureNotice failure={failure} /> : <Notice kind="error">{issued[sentence]}</Notice>
}
