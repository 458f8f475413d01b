import type { KnownPerson } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { usePreview } from '../../request-preview/preview.tsx'
import { readKnownPerson } from '../../session/read-known-person.ts'
import { useSession } from '../../session/session.tsx'
import { AsBefore } from '../as-before/as-before.tsx'
import { UnlockFrame, type UnlockPageProps } from './unlock-frame.tsx'
import { WelcomeBack } from './welcome-back.tsx'

type KnownPersonPageProps = UnlockPageProps & {
  /** Nobody is known, it is to be somebody else, or the app wants a newer sign-in. */
  readonly onNobody: () => void
}

/** For the person whose session this browser keeps; where an app asks for what it got last, the answer is one step with it. */
export function KnownPersonPage({ authRequestId, lead, onAnswer, onNobody }: KnownPersonPageProps) {
  const { consent } = useText()
  const { state } = useSession()
  const { preview, isReading } = usePreview()
  const person = useKnownPerson(onNobody)
  const request = typeof preview === 'object' ? preview : undefined
  // To unlock renews no sign-in: the app would refuse it, and ask again.
  const isTooOld = person !== undefined && person.since < (request?.signed_in_since ?? '')
  useEffect(() => {
    if (isTooOld) onNobody()
  }, [isTooOld])
  if (!person || isTooOld) return null
  // Whoever was locked out in the middle of a request goes on with that.
  const isFirst = state.status === 'open' || state.reason === undefined
  const shared = (onAnswer && isFirst && person.shared) || []
  const before = shared.find(({ asked }) => asked === request?.asked)
  if (authRequestId !== undefined && onAnswer && request?.status === 'pending' && before) {
    const { client: app } = request
    return (
      <UnlockFrame authRequestId={authRequestId} title={consent.continue(app.name)}>
        <AsBefore {...{ id: authRequestId, app, person, shared: before, onAnswer }} onOther={onNobody} />
      </UnlockFrame>
    )
  }
  // Nothing stands there to be pressed that may become something else.
  const isUndecided = shared.length > 0 && isReading
  return (
    <UnlockFrame authRequestId={authRequestId} lead={lead}>
      {!isUndecided && <WelcomeBack {...{ authRequestId, person }} onOther={onNobody} />}
    </UnlockFrame>
  )
}

/**
 * Whose session this browser keeps; undefined until it is known. Core is asked whether the session lives.
 * @param onNobody called where there is none, or none any more
 */
function useKnownPerson(onNobody: () => void): KnownPerson | undefined {
  const { ask } = useSession()
  const [person, setPerson] = useState<KnownPerson>()
  useEffect(() => {
    void readKnownPerson().then((known) => (known ? setPerson(known) : onNobody()))
    // It only ever takes somebody away.
    const leaveIfEnded = (resumed: KnownPerson | null) => (resumed ? undefined : onNobody())
    ask('resume', {}).then(leaveIfEnded, () => undefined)
  }, [])
  return person
}
