import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Choices } from '../consent/choices.ts'
import { findReturnPlace } from '../consent/return-address.ts'
import { useDrafts } from '../drafts.ts'
import { type Failure, toFailure } from '../failure.ts'
import { useText } from '../messages/use-text.tsx'
import { isRequestId } from '../router.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { ConsentForm } from './consent-form.tsx'
import { AnsweredRequest, RequestProblem } from './request-problem.tsx'
import { UnlockPage } from './sign-in-page.tsx'

/** `/consent`: unlock, see the request, choose, approve or deny. */
export function ConsentPage({ authRequestId, issuer }: { authRequestId: string | undefined; issuer: string }) {
  if (!isRequestId(authRequestId)) return <RequestProblem kind="malformed" />
  return <Consent key={authRequestId} id={authRequestId} issuer={issuer} />
}

function Consent({ id, issuer }: { id: string; issuer: string }) {
  const { state } = useSession()
  const drafts = useDrafts()
  const [switchedOff, setSwitchedOff] = useState<ReadonlySet<string>>(new Set())
  const setSwitch = (scope: string, isOn: boolean) => {
    const next = new Set(switchedOff)
    if (isOn) next.delete(scope)
    else next.add(scope)
    setSwitchedOff(next)
  }
  if (state.status === 'locked') return <UnlockPage authRequestId={id} />
  return <LoadedRequest id={id} issuer={issuer} choices={{ switchedOff, setSwitch, drafts }} />
}

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'loaded'; readonly details: AuthorizationRequestDetails }

interface LoadedRequestProps {
  readonly id: string
  readonly issuer: string
  readonly choices: Choices
}

function LoadedRequest({ id, issuer, choices }: LoadedRequestProps) {
  const text = useText()
  const { loading, reload } = useRequest(id)
  if (loading.status === 'loading') return <Page title={text.consent.loading} hasHomeLink={false} />
  if (loading.status === 'failed') return <LoadFailure failure={loading.failure} onRetry={reload} />

  const { details } = loading
  const place = findReturnPlace(details.redirect_uri)
  if (!place) return <RequestProblem kind="unsafe" />
  if (details.status !== 'pending') return <AnsweredRequest details={details} status={details.status} issuer={issuer} />
  return <ConsentForm details={details} place={place} issuer={issuer} choices={choices} onOutdated={reload} />
}

function LoadFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const text = useText()
  if (failure.code === 'not_found' || failure.code === 'user_mismatch') return <RequestProblem kind="unknown" />
  if (failure.code === 'invalid_request') return <RequestProblem kind="malformed" />
  return (
    <Page title={text.problem.loadTitle} hasHomeLink={false}>
      <FailureNotice failure={failure} />
      <div class="actions start">
        <Button onClick={onRetry}>{text.common.tryAgain}</Button>
      </div>
    </Page>
  )
}

/** Reads the request, again whenever asked to. */
function useRequest(id: string): { loading: Loading; reload: () => void } {
  const { ask } = useSession()
  const [loading, setLoading] = useState<Loading>({ status: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const show = (next: Loading) => {
      if (isCurrent) setLoading(next)
    }
    ask('readRequest', { id }).then(
      (details) => show({ status: 'loaded', details }),
      (error: unknown) => show({ status: 'failed', failure: toFailure(error) }),
    )
    return () => {
      isCurrent = false
    }
    // A new session object is not a reason to read again; another request or another round is.
  }, [id, round])
  const reload = useCallback(() => {
    setLoading({ status: 'loading' })
    setRound((current) => current + 1)
  }, [])
  return { loading, reload }
}
