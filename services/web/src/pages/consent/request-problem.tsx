import { ButtonLink } from '@countersign/ui/elements.tsx'
import { EndPage } from '@countersign/ui/end-page.tsx'
import { useFullText, useText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import type { ComponentChildren } from 'preact'
import { useSession } from '../../session/session.tsx'

export function RequestProblem({ kind }: { kind: 'malformed' | 'unknown' | 'unsafe' }) {
  const text = useFullText()
  return (
    <EndPage title={text.problem[`${kind}Title`]} lead={text.problem[kind]}>
      <HomeLink />
    </EndPage>
  )
}

export function HomeLink() {
  const text = useText()
  const { profile } = useSession()
  return <ButtonLink href={PATHS.home} kind="secondary" label={profile ? text.common.home : text.common.start} />
}

type RequestOverProps = {
  readonly id: string
  readonly status: 'approved' | 'denied' | 'expired'
  readonly app: string
  readonly issuer: string
  readonly site?: string | undefined
  readonly children?: ComponentChildren
}

/** An answered or expired request. The provider knows the app's address and the error to return. */
export function RequestOver({ id, status, app, issuer, site, children }: RequestOverProps) {
  const text = useFullText()
  const wayBack = status === 'approved' ? site : `${issuer}/oauth/return?auth_request_id=${id}`
  return (
    <EndPage title={text.problem[`${status}Title`]} lead={text.problem[status](app)} content={children}>
      {wayBack !== undefined && <ButtonLink href={wayBack} label={text.problem.backTo(app)} />}
      <HomeLink />
    </EndPage>
  )
}
