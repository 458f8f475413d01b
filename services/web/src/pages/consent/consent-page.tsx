import { lazyPage } from '@countersign/ui/lazy-page.tsx'
import { useLanguage } from '@countersign/ui/messages/texts.ts'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf, isRequestId, navigate, type Route } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { useSession } from '../../session/session.tsx'
import { RequestProblem } from '../preview/preview-page.tsx'
import type { QuickAnswer } from '../sign-in/unlock-frame.tsx'
import { UnlockPage } from '../sign-in/unlock-page.tsx'

const load = async () => (await import('./loaded-request.tsx')).LoadedRequest
const LoadedRequest = lazyPage(load)
const QuickLeaving = lazyPage(async () => (await import('./leaving-page.tsx')).QuickLeaving)
const SilentAnswerPage = lazyPage(async () => (await import('./leaving-page.tsx')).SilentAnswerPage)

/** `/consent`: unlock, review the request, approve or deny. */
export function ConsentPage({ route: { authRequestId }, issuer }: { route: Route; issuer: string }) {
  if (!isRequestId(authRequestId)) return <RequestProblem kind="malformed" />
  if (mustBeSilent()) return <SilentAnswerPage id={authRequestId} issuer={issuer} />
  return <Consent key={authRequestId} id={authRequestId} issuer={issuer} />
}

/** `prompt=none`, from the address; the request itself holds the provider to it. */
function mustBeSilent(): boolean {
  return here().searchParams.get('prompt') === 'none'
}

function Consent({ id, issuer }: { id: string; issuer: string }) {
  const { profile } = useSession()
  const { loadRest } = useLanguage()
  const [short, setShort] = useState<QuickAnswer>('none')
  useEffect(() => onFirstTouch([load, loadRest]), [loadRest])
  useSignUpFirst(id)
  if (typeof short === 'object') return <QuickLeaving address={short.address} />
  if (!profile || short === 'approving') return <UnlockPage authRequestId={id} onAnswer={setShort} />
  return <LoadedRequest id={id} issuer={issuer} isChanged={short === 'changed'} />
}

/** Opens sign-up for `prompt=create` (Initiating User Registration 1.0 §4.1), once: not after a lock. */
function useSignUpFirst(id: string): void {
  const { profile, reason } = useSession()
  const { preview } = usePreview()
  const wishes = typeof preview === 'object' && preview.status === 'pending' ? preview.prompt?.split(' ') : undefined
  const isNew = !profile && reason === undefined && wishes?.includes('create')
  useEffect(() => {
    if (isNew) navigate(addressOf(PATHS.signUp, id), { replace: true })
  }, [isNew, id])
}

/** Prefetches the request's page and texts on the first input, while the user unlocks. */
function onFirstTouch(fetches: readonly (() => Promise<unknown>)[]): () => void {
  const events = ['pointerdown', 'keydown'] as const
  const fetchAhead = () => {
    stop()
    // Loaded again when needed, which reports a failure.
    for (const each of fetches) each().catch(() => undefined)
  }
  const stop = () => {
    for (const event of events) removeEventListener(event, fetchAhead)
  }
  for (const event of events) addEventListener(event, fetchAhead)
  return stop
}
