import { ClientError, toFailure } from '@countersign/device'
import { useMemo, useRef } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useQuestions } from '../../ui/use-questions.ts'
import { createConsoleApi, type Send } from '../api/console-api.ts'
import { sendByToken } from '../api/send-by-token.ts'
import { ConsolePages } from '../console-pages.tsx'
import { texts } from '../texts.ts'
import { TokenForm } from './entry-page.tsx'

type ByTokenProps = {
  readonly issuer: string
  readonly firstToken: string
  readonly onLeave: () => void
}

/** The console by the administration token. If the token is refused, asks for it again and retries the failed call. */
export function ByToken({ issuer, firstToken, onLeave }: ByTokenProps) {
  const text = useText()
  const token = useRef(firstToken)
  const { ask, current, answer } = useQuestions<'token'>()
  const api = useMemo(() => {
    const send = sendByToken(issuer, () => token.current)
    const sendAgain: Send = async (call) => {
      try {
        return await send(call)
      } catch (error) {
        if (toFailure(error).code !== 'invalid_admin_token') throw error
        await ask('token')
        return send(call)
      }
    }
    return createConsoleApi(sendAgain)
  }, [issuer])
  const cancel = () => answer(new ClientError({ code: 'invalid_admin_token' }))
  return (
    <>
      <ConsolePages api={api} onLeave={onLeave} />
      {current && (
        <Dialog title={texts.access.tokenAgainTitle} message={texts.access.tokenAgain} onCancel={cancel}>
          <div class="stack">
            <TokenForm
              issuer={issuer}
              submit={text.common.next}
              onToken={(next) => {
                token.current = next
                answer()
              }}
            />
            <Button kind="quiet" onClick={cancel}>
              {text.common.cancel}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
