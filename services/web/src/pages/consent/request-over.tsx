import { useText } from '../../messages/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { HomeLink } from './request-problem.tsx'

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
