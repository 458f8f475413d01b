import './consent.css'
import './claims.css'
import { useEffect, useMemo } from 'preact/hooks'
import { isRequestId } from '../../routing/router.ts'
import { needsNotice } from '../../session/needs-notice.ts'
import { useSession } from '../../session/session.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { UnlockPage } from '../sign-in/sign-in-page.tsx'
import { RequestProblem } from './request-problem.tsx'
import { useChoices } from './use-choices.ts'

const load = async () => (await import('./loaded-request.tsx')).LoadedRequest
const LoadedRequest = lazyPage(load, { texts: 'entry' })
const SilentAnswer = lazyPage(async () => (await import('./silent-answer.tsx')).SilentAnswer, { texts: 'entry' })
/** What is to be said of the vault first needs texts that whoever knows it need not wait for. */
const LoadedRequestWithNotices = lazyPage(load)

/** `/consent`: unlock, see the request, choose, approve or deny. */
export function ConsentPage({ authRequestId, issuer }: { authRequestId: string | undefined; issuer: string }) {
  if (!isRequestId(authRequestId)) return <RequestProblem kind="malformed" />
  if (mustBeSilent()) return <SilentAnswer id={authRequestId} issuer={issuer} />
  return <Consent key={authRequestId} id={authRequestId} issuer={issuer} />
}

/** The provider says so in the address: by what is in the request it is held to it. */
function mustBeSilent(): boolean {
  return new URLSearchParams(location.search).get('prompt') === 'none'
}

function Consent({ id, issuer }: { id: string; issuer: string }) {
  const { state } = useSession()
  const choices = useChoices(id)
  useEffect(fetchOnFirstTouch, [])
  const hasNotices = state.status === 'open' && needsNotice(state.profile)
  // Once for each opening: the request stays on the page when the vault is confirmed.
  const Request = useMemo(() => (hasNotices ? LoadedRequestWithNotices : LoadedRequest), [state.status])
  if (state.status === 'locked') return <UnlockPage authRequestId={id} />
  return <Request id={id} issuer={issuer} choices={choices} />
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
