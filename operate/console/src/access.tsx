import { ClientError, toFailure } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { KnownUsername } from '@countersign/ui/credential-fields.tsx'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { Page, useBrand } from '@countersign/ui/page.tsx'
import { useQuestions } from '@countersign/ui/use-questions.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { UnlockPage } from '@countersign/web/client/pages/sign-in/unlock-page.tsx'
import { PreviewProvider } from '@countersign/web/client/request-preview/preview.tsx'
import { type LockReason, useSession } from '@countersign/web/client/session/session.tsx'
import { useStepUp } from '@countersign/web/client/session/step-up.tsx'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createConsoleApi, type Send } from './api/console-api.ts'
import { type Addresses, sendByToken } from './api/send-by-token.ts'
import { ConsolePages } from './console-pages.tsx'
import { RefusalNotice } from './elements.tsx'
import { texts } from './texts.ts'

type EntryPageProps = {
  readonly addresses: Addresses
  readonly onSession: () => void
  readonly onToken: (token: string) => void
}

export function EntryPage({ addresses, onSession, onToken }: EntryPageProps) {
  const { name } = useBrand()
  return (
    <Page title={texts.access.title} lead={texts.access.lead(name)}>
      <Card icon="fingerprint" title={texts.access.personTitle} lead={texts.access.person}>
        <div class="actions start">
          <Button onClick={onSession} label={texts.access.personSubmit} />
        </div>
      </Card>
      <Card icon="key" title={texts.access.tokenTitle}>
        <TokenForm addresses={addresses} submit={texts.access.tokenSubmit} onToken={onToken} />
      </Card>
    </Page>
  )
}

type TokenFormProps = Pick<EntryPageProps, 'addresses' | 'onToken'> & { readonly submit: string }

/** Passes the administration token on once the service has accepted it. */
function TokenForm({ addresses, submit, onToken }: TokenFormProps) {
  const [token, setToken] = useState('')
  const [refused, setRefused] = useState<string>()
  const task = useTask<'open'>()
  const open = async () => {
    try {
      await createConsoleApi(sendByToken(addresses, () => token)).readAccess()
    } catch (error) {
      const sentence = { invalid_admin_token: texts.access.tokenWrong, not_found: texts.access.tokenUnavailable }
      const { code } = toFailure(error)
      if (code !== 'invalid_admin_token' && code !== 'not_found') throw error
      return setRefused(sentence[code])
    }
    onToken(token)
  }
  return (
    <GuardedForm isValid={token !== ''} refusal={refused} onSubmit={() => task.run('open', open)}>
      <KnownUsername login={texts.access.token} />
      <Field
        label={texts.access.token}
        type="password"
        autocomplete="off"
        value={token}
        onInput={(next) => {
          setToken(next)
          setRefused(undefined)
        }}
        hint={texts.access.tokenHint}
        error={token === '' ? texts.access.tokenEmpty : refused}
        required
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button kind="secondary" type="submit" busyText={task.running && texts.access.tokenBusy} label={submit} />
      </div>
    </GuardedForm>
  )
}

/** Locks after which the same person may go on where they were. */
const BEGINS_ANEW: readonly LockReason[] = ['session_ended', 'idle', 'idleUnsaved']

/** The console by session; changes ask for step-up. After a session has ended the pages keep the typed values. */
export function BySession({ issuer, onLeave }: { issuer: string; onLeave: () => void }) {
  const { profile, reason, ask, lock } = useSession()
  const { protect, dialog } = useStepUp()
  const person = useRef<string | undefined>(undefined)
  const wasOpen = useRef(false)
  const api = useMemo(
    () => createConsoleApi((call) => protect(async () => (await ask('administer', call)).answer)),
    [ask, protect],
  )
  if (profile) {
    person.current = profile.userId
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
      {!profile && (
        <PreviewProvider id={undefined} coreUrl="" issuer={issuer} signUps="open">
          <UnlockPage authRequestId={undefined} />
        </PreviewProvider>
      )}
      {person.current !== undefined && (
        <div key={person.current} hidden={!profile}>
          <ConsolePages api={api} issuer={issuer} onLeave={leave} />
        </div>
      )}
      {dialog}
    </>
  )
}

type ByTokenProps = { readonly addresses: Addresses; readonly firstToken: string; readonly onLeave: () => void }

/** The console by the administration token. If the token is refused, asks for it again and retries the failed call. */
export function ByToken({ addresses, firstToken, onLeave }: ByTokenProps) {
  const text = useText()
  const token = useRef(firstToken)
  const { ask, current, answer } = useQuestions<'token'>()
  const api = useMemo(() => {
    const send = sendByToken(addresses, () => token.current)
    const sendAgain: Send = async (call, component) => {
      try {
        return await send(call, component)
      } catch (error) {
        if (toFailure(error).code !== 'invalid_admin_token') throw error
        // Where core alone refuses it, the two have different tokens: the person cannot mend that here.
        if (component === 'core' && (await isAccepted(send))) throw error
        await ask('token')
        return send(call, component)
      }
    }
    return createConsoleApi(sendAgain)
  }, [addresses])
  const cancel = () => answer(new ClientError({ code: 'invalid_admin_token' }))
  return (
    <>
      <ConsolePages api={api} issuer={addresses.issuer} onLeave={onLeave} />
      {current && (
        <Dialog title={texts.access.tokenAgainTitle} message={texts.access.tokenAgain} onCancel={cancel}>
          <div class="stack">
            <TokenForm
              addresses={addresses}
              submit={text.common.next}
              onToken={(next) => {
                token.current = next
                answer()
              }}
            />
            <Button kind="quiet" onClick={cancel} label={text.common.cancel} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Whether the provider takes the token. */
async function isAccepted(send: Send): Promise<boolean> {
  return send({ method: 'GET', path: 'me/' }, 'provider').then(
    () => true,
    () => false,
  )
}
