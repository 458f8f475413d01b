import { type ReturnTarget } from '@countersign/device'
import type { EntryText } from '../../messages/messages.ts'
import { useFormat, useText } from '../../messages/use-text.tsx'
import { Marked } from '../../ui/marked.tsx'

type AppHeaderProps = {
  readonly target: ReturnTarget
  /** ISO 8601 of the first approval; undefined for an app that was never approved. */
  readonly knownSince: string | undefined
}

/** Where the answer goes, and whether one has met before: what tells a real app from a false one. */
export function AppHeader({ target, knownSince }: AppHeaderProps) {
  const text = useText()
  const format = useFormat()
  const host = target.kind === 'program' ? target.scheme : target.host
  const history = knownSince === undefined ? text.consent.firstTime : text.consent.knownSince(format.date(knownSince))
  return (
    <>
      <Marked sentence={describeTarget(text, target)} value={host} />
      <br />
      {history}
    </>
  )
}

function describeTarget({ consent: { returnsTo } }: EntryText, target: ReturnTarget): string {
  switch (target.kind) {
    case 'site':
      return returnsTo.site(target.host)
    case 'local':
      return returnsTo.local(target.host)
    case 'program':
      return returnsTo.program(target.scheme)
  }
}
