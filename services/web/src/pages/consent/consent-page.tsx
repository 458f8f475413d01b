import './consent.css'
import './claims.css'
import { useEffect, useMemo } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, isRequestId, navigate } from '../../routing/router.ts'
import { needsNotice } from '../../session/needs-notice.ts'
import { useSession } from '../../session/session.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { UnlockPage } from '../sign-in/sign-in-page.tsx'
import { RequestProblem } from './request-problem.tsx'
import { useChoices } from './use-choices.ts'

const load = async () => (await import('./loaded-request.tsx')).LoadedRequest
const LoadedRequest = lazyPage(load, { texts: 'entry' })
/** What is to be said of the vault first needs texts that whoever knows it need not wait for. */
const LoadedRequestWithNotices = lazyPage(load)

/** `/consent`: unlock, see the request, choose, approve or deny. */
export function ConsentPage({ authRequestId, issuer }: { authRequestId: string | undefined; issuer: string }) {
  if (!isRequestId(authRequestId)) return <RequestProblem kind="malformed" />
  return <Consent key={authRequestId} id={authRequestId} issuer={issuer} />
}

function Consent({ id, issuer }: { id: string; issuer: string }) {
  const { state } = useSession()
  const choices = useChoices(id)
  useEffect(fetchOnFirstTouch, [])
  useSignUpFirst(id)
  const hasNotices = state.status === 'open' && needsNotice(state.profile)
  // Once for each opening: the request stays on the page when the vault is confirmed.
  const Request = useMemo(() => (hasNotices ? LoadedRequestWithNotices : LoadedRequest), [state.status])
  if (state.status === 'locked') return <UnlockPage authRequestId={id} />
  return <Request id={id} issuer={issuer} choices={choices} />
}

/** Where the app says that this person has no account yet (Initiating User Registration 1.0 §4.1). Once: not after a lock. */
function useSignUpFirst(id: string): void {
  const { state } = useSession()
  const { preview } = usePreview()
  const wishes = typeof preview === 'object' && preview.status === 'pending' ? preview.prompt?.split(' ') : undefined
  const isNew = state.status === 'locked' && state.reason === undefined && wishes?.includes('create')
  useEffect(() => {
    if (isNew) navigate(addressOf(PATHS.signUp, id), { replace: true })
  }, [isNew, id])
}

/** The request's page is fetched once the person does something here: while they unlock, not while they wait to. */
function fetchOnFirstTouch(): () => void {
  const events = ['pointerdown', 'keydown'] as const
  const fetchAhead = () => {
    stop()
    // Should it fail now, it is tried again when it is needed, and then said.
    load().catch(() => undefined)
  }
  const stop = () => {
    for (const event of events) removeEventListener(event, fetchAhead)
  }
  for (const event of events) addEventListener(event, fetchAhead)
  return stop
}
