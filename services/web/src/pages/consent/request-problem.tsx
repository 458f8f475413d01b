import { useText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** A request that cannot be shown: what is wrong, and the way on. */
export function RequestProblem({ kind }: { kind: 'malformed' | 'unknown' | 'unsafe' }) {
  const text = useText()
  return (
    <Page title={text.problem[`${kind}Title`]} lead={text.problem[kind]}>
      <div class="actions start">
        <HomeLink />
      </div>
    </Page>
  )
}

/** Out of the way to a request. */
export function HomeLink() {
  const text = useText()
  const { state } = useSession()
  return (
    <ButtonLink href={PATHS.home} kind="secondary">
      {state.status === 'open' ? text.common.home : text.common.start}
    </ButtonLink>
  )
}

type RequestOverProps = {
  readonly id: string
  readonly status: 'approved' | 'denied' | 'expired'
  readonly app: string
  readonly issuer: string
  /** The start page of the app, where it has one and that is known. */
  readonly site?: string | undefined
}

/**
 * A request that was answered before, or has expired. The provider knows where its app is and what the app is to be told; after
 * an approval that is nothing: its code is on the way, or spent.
 */
export function RequestOver({ id, status, app, issuer, site }: RequestOverProps) {
  const text = useText()
  const wayBack = status === 'approved' ? site : `${issuer}/oauth/return?auth_request_id=${id}`
  return (
    <Page title={text.problem[`${status}Title`]} lead={text.problem[status](app)}>
      <div class="actions start">
        {wayBack !== undefined && <ButtonLink href={wayBack}>{text.problem.backTo(app)}</ButtonLink>}
        <HomeLink />
      </div>
    </Page>
  )
}
