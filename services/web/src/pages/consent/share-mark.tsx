import type { Mark } from '@countersign/device'
import { useFullText } from '../../messages/use-text.tsx'
import { Badge } from '../../ui/badge.tsx'

/** What is different about a value or a scope since the last approval of this app. */
export function ShareMark({ mark }: { mark: Mark | undefined }) {
  const { consentChecks } = useFullText()
  return mark === undefined ? null : <Badge>{consentChecks.marks[mark]}</Badge>
}
