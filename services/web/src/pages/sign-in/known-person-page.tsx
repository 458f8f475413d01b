import {
  type Addressee,
  type AuthorizationResult,
  buildReturnAddress,
  DENIED,
  type KnownPerson,
  type ReturnParts,
  type SharedBefore,
} from '@countersign/device'
import { ClaimNames, PossibleClaims } from '@countersign/ui/claim-names.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { useFullText, useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { needsPasskey, usePreview } from '../../request-preview/preview.tsx'
import { readKnownPerson } from '../../session/read-known-person.ts'
import { useSession } from '../../session/session.tsx'
import { nothingShared } from '../consent/nothing-shared.ts'
import { type QuickAnswer, UnlockFrame, type UnlockPageProps } from './unlock-frame.tsx'
import { Others, UnlockForm, useUnlock, WelcomeBack } from './welcome-back.tsx'

type KnownPersonPageProps = UnlockPageProps & {
  /** There is no known user, another user takes over, or the app requires another sign-in. */
  readonly onUnknownUser: () => void
}

/** Unlock for the user whose session this browser keeps, with quick approval of a repeated request. */
export function KnownPersonPage({ authRequestId, lead, onAnswer, onUnknownUser }: KnownPersonPageProps) {
  const { consent } = useText()
  const { reason } = useSession()
  const { preview, isReading } = usePreview()
  const person = useKnownPerson(onUnknownUser)
  const request = typeof preview === 'object' ? preview : undefined
  // Unlocking does not renew the sign-in, so the app would refuse it.
  const isRefused =
    person !== undefined &&
    (person.since < (request?.signed_in_since ?? '') || (needsPasskey(preview) && person.method.type === 'password'))
  useEffect(() => {
    if (isRefused) onUnknownUser()
  }, [isRefused])
  if (!person || isRefused) return null
  // After a lock in the middle of a request the user goes on with it.
  const shared = (onAnswer && reason === undefined && person.shared) || []
  const before = shared.find(({ asked, until }) => asked === request?.asked && !isOver(until))
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

function isOver(until: string | undefined): boolean {
  return until !== undefined && Date.parse(until) <= Date.now()
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

type QuickApprovalProps = {
  readonly id: string
  readonly app: { readonly name: string; readonly host: string }
  readonly person: KnownPerson
  readonly shared: SharedBefore
  readonly onOther: () => void
  readonly onAnswer: (answer: QuickAnswer) => void
}

/** Approves a request that repeats the last one by one gesture. If it differs, the whole request follows. */
function QuickApproval({ id, app, person, shared, onOther, onAnswer }: QuickApprovalProps) {
  const fullText = useFullText()
  const { quickApproval: text, consent, common } = fullText
  const { claims, issuers, isSealed, possible } = shared
  const unlocking = useUnlock(person, onOther)
  const { task, approve, change, deny } = useShortAnswer({ id, app, shared, onAnswer, unlock: unlocking.unlock })
  return (
    <>
      <UnlockForm
        person={person}
        unlocking={unlocking}
        onSubmit={approve}
        failure={task.failure}
        own={nothingShared(fullText, task.failure)}
      >
        <p>
          {text.same(app.name, claims.length)} <ClaimNames claims={claims} issuers={issuers} />
        </p>
        <PossibleClaims claims={possible} />
        {claims.length > 0 && !isSealed && <p>{consent.plainFor(app.name)}</p>}
        <div class="actions even">
          <Button
            kind="secondary"
            onClick={deny}
            busyText={task.running === 'deny' ? consent.denying : undefined}
            label={consent.deny}
          />
          <Button
            type="submit"
            busyText={task.running === 'approve' ? consent.approving : undefined}
            label={common.next}
          />
        </div>
        {/* Without a password it is refused as the form would be. */}
        <Button kind="quiet" {...(unlocking.isReady ? { onClick: change } : { type: 'submit' })} label={text.change} />
      </UnlockForm>
      <Others authRequestId={id} onOther={onOther} />
    </>
  )
}

type Answering = Pick<QuickApprovalProps, 'id' | 'app' | 'shared' | 'onAnswer'> & {
  readonly unlock: () => Promise<unknown>
}

function useShortAnswer({ id, app, shared: { claims, issuers, possible }, onAnswer, unlock }: Answering) {
  const { ask } = useSession()
  const { issuer } = usePreview()
  const task = useTask<'approve' | 'change' | 'deny'>()
  const leave = (answer: Answer, result: AuthorizationResult) =>
    onAnswer({ address: addressFor(answer, { ...result, state: answer.state, iss: issuer }) })
  const approveQuickly = async () => {
    onAnswer('approving')
    try {
      await unlock()
      const answer = await ask('approveQuickly', { id, app, claims, issuers, possible })
      if (answer) leave(answer, { code: answer.code })
      else onAnswer('changed')
    } catch (error) {
      onAnswer('none')
      throw error
    }
  }
  return {
    task,
    approve: () => task.run('approve', approveQuickly),
    change: () => task.run('change', async () => void (await unlock())),
    deny: () => task.run('deny', async () => leave(await ask('denyLocked', { id }), DENIED)),
  }
}

type Answer = ReturnParts & { readonly app: Addressee }

/** The return address, if core names the one of the request. */
function addressFor({ app, redirectUri }: Answer, response: Parameters<typeof buildReturnAddress>[1]): string {
  const address = redirectUri === app.redirect_uri ? buildReturnAddress(app, response) : undefined
  return address ?? ''
}
