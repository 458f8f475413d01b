import {
  type Addressee,
  type AuthorizationResult,
  buildReturnAddress,
  DENIED,
  type KnownPerson,
  type ReturnParts,
  type SharedBefore,
} from '@countersign/device'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { usePreview } from '../../request-preview/preview.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Others, UnlockForm, useUnlock } from '../sign-in/welcome-back.tsx'

type QuickApprovalProps = {
  readonly id: string
  readonly app: { readonly name: string; readonly host: string }
  readonly person: KnownPerson
  /** The data of the last approval. */
  readonly shared: SharedBefore
  readonly onOther: () => void
  readonly onAnswer: (answer: QuickAnswer) => void
}

/**
 * Quick approval of a request that repeats the last one: one gesture opens the vault and answers. The device compares it
 * with the vault; if it differs, the whole request follows and nothing was shared.
 */
export function QuickApproval({
  id,
  app,
  person,
  shared: { claims, isSealed },
  onOther,
  onAnswer,
}: QuickApprovalProps) {
  const { asBefore: text, ...texts } = useFullText()
  const { consent, common } = texts
  const format = useFormat()
  const unlocking = useUnlock(person, onOther)
  const { task, approve, change, deny } = useShortAnswer({ id, app, claims, onAnswer, unlock: unlocking.unlock })
  const names = format.list(claims.map((claim) => labelOf(texts, claim)))
  return (
    <>
      <UnlockForm person={person} unlocking={unlocking} onSubmit={approve} failure={task.failure}>
        <p>
          {text.same(app.name, claims.length)} {claims.length > 0 && <strong>{names}</strong>}
        </p>
        {claims.length > 0 && !isSealed && <p>{consent.plainFor(app.name)}</p>}
        <div class="actions even">
          <Button kind="secondary" onClick={deny} busyText={task.running === 'deny' ? consent.denying : undefined}>
            {consent.deny}
          </Button>
          <Button type="submit" busyText={task.running === 'approve' ? consent.approving : undefined}>
            {common.next}
          </Button>
        </div>
        {/* Without a password it is refused as the form would be. */}
        <Button kind="quiet" {...(unlocking.isReady ? { onClick: change } : { type: 'submit' })}>
          {text.change}
        </Button>
      </UnlockForm>
      <Others authRequestId={id} onOther={onOther} />
    </>
  )
}

type Answering = Pick<QuickApprovalProps, 'id' | 'app' | 'onAnswer'> & {
  readonly claims: readonly string[]
  readonly unlock: () => Promise<unknown>
}

function useShortAnswer({ id, app, claims, onAnswer, unlock }: Answering) {
  const { ask } = useSession()
  const { issuer } = usePreview()
  const task = useTask<'approve' | 'change' | 'deny'>()
  const leave = (answer: Answer, result: AuthorizationResult) =>
    onAnswer({ address: addressFor(answer, { ...result, state: answer.state, iss: issuer }) })
  const approveAsBefore = async () => {
    onAnswer('approving')
    try {
      await unlock()
      const answer = await ask('approveAsBefore', { id, app, claims })
      if (answer) leave(answer, { code: answer.code })
      else onAnswer('changed')
    } catch (error) {
      onAnswer('none')
      throw error
    }
  }
  return {
    task,
    approve: () => task.run('approve', approveAsBefore),
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

/**
 * The progress of a quick approval. `approving` begins before the vault is open and ends with the return address, empty if
 * that is unsafe, or with `changed`: then the user must see the whole request.
 */
export type QuickAnswer = 'none' | 'approving' | 'changed' | { readonly address: string }
