import { useEffect, useMemo, useRef } from 'preact/hooks'
import { UnlockPage } from '../../pages/sign-in/sign-in-page.tsx'
import { PreviewProvider } from '../../request-preview/preview.tsx'
import { type LockReason, useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { createConsoleApi } from '../api/console-api.ts'
import { ConsolePages } from '../console-pages.tsx'

/** Locks after which the same person may go on where they were. */
const BEGINS_ANEW: readonly LockReason[] = ['session_ended', 'idle', 'idleUnsaved']

/**
 * The console of a signed-in person; changes ask for step-up. After a session has ended, the sign-in shows above the
 * pages, which keep the typed values for the same person.
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
    // The reason stays after leaving: leave only from a console that was open.
    if (reason === 'signed_out' && wasOpen.current) onLeave()
  }, [reason])
  const leave = () => {
    // Lock even if the call fails: an unused session expires at the server.
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
