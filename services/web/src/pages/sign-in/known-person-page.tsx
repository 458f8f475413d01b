import type { KnownPerson } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { usePreview } from '../../request-preview/preview.tsx'
import { readKnownPerson } from '../../session/read-known-person.ts'
import { useSession } from '../../session/session.tsx'
import { QuickApproval } from '../quick-approval/quick-approval.tsx'
import { UnlockFrame, type UnlockPageProps } from './unlock-frame.tsx'
import { WelcomeBack } from './welcome-back.tsx'

type KnownPersonPageProps = UnlockPageProps & {
  /** There is no known user, another user takes over, or the app requires a newer sign-in. */
  readonly onUnknownUser: () => void
}

/** Unlock for the user whose session this browser keeps, with quick approval of a repeated request. */
export function KnownPersonPage({ authRequestId, lead, onAnswer, onUnknownUser }: KnownPersonPageProps) {
  const { consent } = useText()
  const { state } = useSession()
  const { preview, isReading } = usePreview()
  const person = useKnownPerson(onUnknownUser)
  const request = typeof preview === 'object' ? preview : undefined
  // Unlocking does not renew the sign-in, so the app would refuse it.
  const isTooOld = person !== undefined && person.since < (request?.signed_in_since ?? '')
  useEffect(() => {
    if (isTooOld) onUnknownUser()
  }, [isTooOld])
  if (!person || isTooOld) return null
  // After a lock in the middle of a request the user goes on with it.
  const isFirst = state.status === 'open' || state.reason === undefined
  const shared = (onAnswer && isFirst && person.shared) || []
  const before = shared.find(({ asked }) => asked === request?.asked)
  if (authRequestId !== undefined && onAnswer && request?.status === 'pending' && before) {
    const { client: app } = request
    return (
      <UnlockFrame authRequestId={authRequestId} title={consent.continue(app.name)}>
        <QuickApproval {...{ id: authRequestId, app, person, shared: before, onAnswer }} onOther={onUnknownUser} />
      </UnlockFrame>
    )
  }
  // Renders no button that may become another one.
  const isUndecided = shared.length > 0 && isReading
  return (
    <UnlockFrame authRequestId={authRequestId} lead={lead}>
      {!isUndecided && <WelcomeBack {...{ authRequestId, person }} onOther={onUnknownUser} />}
    </UnlockFrame>
  )
}

/**
 * The user whose session this browser keeps; undefined while loading. Also asks core whether the session is live.
 * @param onUnknownUser called when there is no such session, or it has ended
 */
function useKnownPerson(onUnknownUser: () => void): KnownPerson | undefined {
  const { ask } = useSession()
  const [person, setPerson] = useState<KnownPerson>()
  useEffect(() => {
    void readKnownPerson().then((known) => (known ? setPerson(known) : onUnknownUser()))
    // Core can only end the session.
    const leaveIfEnded = (resumed: KnownPerson | null) => (resumed ? undefined : onUnknownUser())
    ask('resume', {}).then(leaveIfEnded, () => undefined)
  }, [])
  return person
}
