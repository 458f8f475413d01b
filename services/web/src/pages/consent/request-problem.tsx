import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { buildReturnAddress, DENIED, EXPIRED, findReturnTarget } from '@countersign/device'
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

type AnsweredRequestProps = {
  readonly details: AuthorizationRequestDetails
  readonly status: 'approved' | 'denied' | 'expired'
  readonly issuer: string
}

/**
 * A request that was answered before, or has expired. The app is told `access_denied`, which it handles like any
 * refusal; after an approval it is not: its code is on the way, or spent.
 */
export function AnsweredRequest({ details, status, issuer }: AnsweredRequestProps) {
  const text = useText()
  const { client, redirect_uri: redirectUri, state } = details
  const target = findReturnTarget(redirectUri)
  const refusal = buildReturnAddress(details, {
    ...(status === 'expired' ? EXPIRED : DENIED),
    state,
    iss: issuer,
  })
  // The start page of the app, where it has one: the redirect URI alone, without an answer, would be an error to it.
  const site = target === undefined || target.kind === 'program' ? undefined : new URL('/', redirectUri).href
  const wayBack = status === 'approved' ? site : refusal
  return (
    <Page title={text.problem[`${status}Title`]} lead={text.problem[status](client.name)}>
      <div class="actions start">
        {wayBack !== undefined && <ButtonLink href={wayBack}>{text.problem.backTo(client.name)}</ButtonLink>}
        <HomeLink />
      </div>
    </Page>
  )
}

function HomeLink() {
  const text = useText()
  const { state } = useSession()
  return (
    <ButtonLink href={PATHS.home} kind="secondary">
      {state.status === 'open' ? text.common.home : text.common.start}
    </ButtonLink>
  )
}
