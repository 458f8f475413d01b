import { useEffect, useMemo, useRef } from 'preact/hooks'
import { UnlockPage } from '../../pages/sign-in/sign-in-page.tsx'
import { PreviewProvider } from '../../request-preview/preview.tsx'
import { type LockReason, useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { createConsoleApi } from '../api/console-api.ts'
import { ConsolePages } from '../console-pages.tsx'

/** What a session ends by, that the same person may go on after. */
const BEGINS_ANEW: readonly LockReason[] = ['session_ended', 'idle', 'idleUnsaved']

/**
 * The console of a signed-in person. A change asks for a passkey where the last confirmation is too old, and goes on. A
 * session that ends in the middle is begun anew above the pages, which keep what was typed for the same person.
 */
export function BySession({ issuer, onLeave }: { issuer: string; onLeave: () => void }) {
  const { state, ask, lock } = useSession()
  const { protect, dialog } = useStepUp()
  const person = useRef<string | undefined>(undefined)
  const wasOpen = useRef(false)
  const api = useMemo(
    () => createConsoleApi((call) => protect(async () => (await ask('administer', call)).answer)),
    [ask, protect],
  )
  const reason = state.status === 'locked' ? state.reason : undefined
  if (state.status === 'open') {
    person.current = state.profile.userId
    wasOpen.current = true
  } else if (reason === undefined || !BEGINS_ANEW.includes(reason)) person.current = undefined
  useEffect(() => {
    // Whoever left before and comes back begins with the same reason.
    if (reason === 'signed_out' && wasOpen.current) onLeave()
  }, [reason])
  const leave = () => {
    // Locked here whatever the server says: its session ends by itself when it is not used.
    ask('signOut', {}).catch(() => lock('signed_out'))
  }
  return (
    <>
      {state.status === 'locked' && (
        <PreviewProvider id={undefined} coreUrl="" issuer={issuer}>
          <UnlockPage authRequestId={undefined} />
        </PreviewProvider>
      )}
      {person.current !== undefined && (
        <div key={person.current} hidden={state.status === 'locked'}>
          <ConsolePages api={api} onLeave={leave} />
        </div>
      )}
      {dialog}
    </>
  )
}
