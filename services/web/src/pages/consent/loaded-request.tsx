import { type Failure, findReturnTarget } from '@countersign/device'
import { OperatorTexts } from '../../messages/operator-texts.tsx'
import { useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { findCompared } from '../device/compared-device.ts'
import { ConsentForm } from './consent-form.tsx'
import { ToDevicePage } from './from-device.tsx'
import { RequestOver } from './request-over.tsx'
import { RequestProblem } from './request-problem.tsx'
import { useRequest } from './use-request.ts'

const RecoveryKeyPage = lazyPage(async () => (await import('../recovery-key/recovery-key-page.tsx')).RecoveryKeyPage)

type LoadedRequestProps = {
  readonly id: string
  readonly issuer: string
  /** It was to be answered as before, and is not what was asked and shared before. */
  readonly isChanged: boolean
}

/** Each state is a page of its own (`key`): elements that stayed would be seen to move when the page fills. */
export function LoadedRequest({ id, issuer, isChanged }: LoadedRequestProps) {
  const text = useText()
  const { state } = useSession()
  const { loading, reload } = useRequest(id)
  if (loading.status === 'loading') return <Page key="loading" title={text.common.loading} hasHomeLink={false} />
  if (loading.status === 'failed') return <LoadFailure failure={loading.failure} onRetry={reload} />

  const { details, check } = loading
  const target = findReturnTarget(details.redirect_uri)
  if (!target) return <RequestProblem kind="unsafe" />
  const { status, client } = details
  if (status !== 'pending') {
    // Whoever was writing it down when the request expired goes on with that.
    if (state.status === 'open' && state.profile.needsRecoveryKey) return <RecoveryKeyPage />
    // The redirect URI alone, without an answer, would be an error to the app.
    const hasSite = target.kind === 'site' || target.kind === 'local'
    const site = hasSite ? new URL('/', details.redirect_uri).href : undefined
    return <RequestOver id={id} status={status} app={client.name} issuer={issuer} site={site} />
  }
  if (target.kind === 'device' && !findCompared(id)) return <ToDevicePage key="device" />
  const form = { details, check, target, issuer, isChanged, onOutdated: reload }
  return (
    <OperatorTexts key="form" scopes={details.scope_details}>
      <ConsentForm {...form} />
    </OperatorTexts>
  )
}

function LoadFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const text = useText()
  if (failure.code === 'not_found' || failure.code === 'user_mismatch') return <RequestProblem kind="unknown" />
  if (failure.code === 'invalid_request') return <RequestProblem kind="malformed" />
  return (
    <Page key="failed" title={text.problem.loadTitle} lead={text.problem.load} hasHomeLink={false}>
      <FailureNotice failure={failure} />
      <div class="actions start">
        <Button onClick={onRetry}>{text.common.tryAgain}</Button>
      </div>
    </Page>
  )
}
