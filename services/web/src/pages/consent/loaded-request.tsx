import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type AppCheck, type Failure, findReturnTarget, toFailure } from '@countersign/device'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { OperatorTexts } from '../../messages/operator-texts.tsx'
import { useText } from '../../messages/use-text.tsx'
import { useReloadAt } from '../../request-preview/preview.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useWhenOnline } from '../../ui/use-task.ts'
import { findCompared, ToDevicePage } from '../device/from-device.tsx'
import { ConsentForm } from './consent-form.tsx'
import { RequestOver, RequestProblem } from './request-problem.tsx'

const RecoveryKeyPage = lazyPage(async () => (await import('../recovery-key/keep-recovery-key.tsx')).RecoveryKeyPage)

type LoadedRequestProps = {
  readonly id: string
  readonly issuer: string
  /** A quick approval was tried and the request had changed. */
  readonly isChanged: boolean
}

/** Each state has its own `key`: elements that stayed would move while the page fills. */
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
    // The user may still be saving the recovery key when the request expires.
    if (state.status === 'open' && state.profile.needsRecoveryKey) return <RecoveryKeyPage />
    // Without an answer the redirect URI would be an error to the app: link its origin.
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
        <Button onClick={onRetry} label={text.common.tryAgain} />
      </div>
    </Page>
  )
}

type LoadingRequest =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'loaded'; readonly details: AuthorizationRequestDetails; readonly check: AppCheck }

/** Reads the request and the vault's memory of its app before rendering; again on reload, reconnect and expiry. */
function useRequest(id: string): { loading: LoadingRequest; reload: () => void } {
  const { ask } = useSession()
  const [loading, setLoading] = useState<LoadingRequest>({ status: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const show = (next: LoadingRequest) => {
      if (isCurrent) setLoading(next)
    }
    const load = async () => {
      const details = await ask('readRequest', { id })
      const check = await ask('checkApp', { id })
      show({ status: 'loaded', details, check })
    }
    load().catch((error: unknown) => show({ status: 'failed', failure: toFailure(error) }))
    return () => {
      isCurrent = false
    }
    // Not `ask`: a new session object must not reload the request.
  }, [id, round])
  const reload = useCallback(() => {
    setLoading({ status: 'loading' })
    setRound((current) => current + 1)
  }, [])
  useWhenOnline(loading.status === 'failed', reload)
  const isOpen = loading.status === 'loaded' && loading.details.status === 'pending'
  useReloadAt(isOpen ? loading.details.expires_at : undefined, reload)
  return { loading, reload }
}
