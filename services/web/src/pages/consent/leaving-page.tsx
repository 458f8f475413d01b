import { buildReturnAddress, type CallOutput } from '@countersign/device'
import { ButtonLink } from '@countersign/ui/elements.tsx'
import { EndPage } from '@countersign/ui/end-page.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useEffect } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { useSession } from '../../session/session.tsx'
import type { QuickAnswer } from '../sign-in/unlock-frame.tsx'
import { RequestProblem } from './request-problem.tsx'

/** Shown while the browser leaves; the link is for apps that open beside this page, or do not open. */
export function LeavingPage({ app, address }: { app: string; address: string }) {
  const text = useText()
  return (
    <EndPage title={text.consent.leavingTitle(app)} lead={text.consent.leaving} hasHomeLink={false} isGood>
      <ButtonLink href={address} kind="secondary" label={text.consent.continue(app)} />
    </EndPage>
  )
}

export function QuickLeaving({ address }: Extract<QuickAnswer, object>) {
  const { preview } = usePreview()
  useEffect(() => {
    if (address !== '') location.replace(address)
  }, [address])
  if (address === '') return <RequestProblem kind="unsafe" />
  return <LeavingPage app={typeof preview === 'object' ? preview.client.name : ''} address={address} />
}

type SilentAnswerPageProps = { readonly id: string; readonly issuer: string }

/** Answers a `prompt=none` request and returns to the app; the provider tells the app when a user is needed. */
export function SilentAnswerPage({ id, issuer }: SilentAnswerPageProps) {
  const { common } = useText()
  const { ask } = useSession()
  useEffect(() => {
    const leave = (answer: Answer) => location.replace(addressFor(answer, { id, issuer }))
    ask('answerSilently', { id }).then(leave, () => leave({ error: 'interaction_required' }))
  }, [])
  return <Page title={common.loading} hasHomeLink={false} />
}

type Answer = CallOutput<'answerSilently'>

function addressFor(answer: Answer, { id, issuer }: SilentAnswerPageProps): string {
  const back =
    'error' in answer || answer.redirectUri !== answer.app.redirect_uri
      ? undefined
      : buildReturnAddress(answer.app, { code: answer.code, state: answer.state, iss: issuer })
  const error = 'error' in answer ? answer.error : 'interaction_required'
  return back ?? `${issuer}/oauth/authorize/unanswered?${new URLSearchParams({ auth_request_id: id, error })}`
}
