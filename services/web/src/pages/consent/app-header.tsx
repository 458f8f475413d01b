import { type ReturnTarget } from '@countersign/device'
import type { FullText } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { Marked } from '../../ui/marked.tsx'
import { UnreviewedMark } from '../../ui/unreviewed-mark.tsx'

type AppHeaderProps = {
  readonly app: { readonly unreviewed?: boolean }
  readonly target: ReturnTarget
  /** ISO 8601 of the first approval; undefined for an app that was never approved. */
  readonly knownSince: string | undefined
}

/** Where the answer goes, whether one has met before, and whether the service vouches for it: what tells a real app from a false one. */
export function AppHeader({ app, target, knownSince }: AppHeaderProps) {
  const text = useFullText()
  const format = useFormat()
  const history = knownSince === undefined ? text.consent.firstTime : text.consent.knownSince(format.date(knownSince))
  return (
    <>
      {describeTarget(text, target)}
      <br />
      {history}
      <UnreviewedMark app={app} />
    </>
  )
}

function describeTarget({ consent: { returnsTo }, device }: FullText, target: ReturnTarget) {
  switch (target.kind) {
    case 'site':
      return <Marked sentence={returnsTo.site(target.host)} value={target.host} />
    case 'local':
      return <Marked sentence={returnsTo.local(target.host)} value={target.host} />
    case 'program':
      return <Marked sentence={returnsTo.program(target.scheme)} value={target.scheme} />
    case 'device':
      return device.target
  }
}
