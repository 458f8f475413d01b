import { useEffect } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { usePreview } from '../../request-preview/preview.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import type { QuickAnswer } from '../quick-approval/quick-approval.tsx'
import { RequestProblem } from './request-problem.tsx'

/** Shown while the browser leaves; the link is for apps that open beside this page, or do not open. */
export function LeavingPage({ app, address }: { app: string; address: string }) {
  const text = useText()
  return (
    <Page title={text.consent.leavingTitle(app)} lead={text.consent.leaving} hasHomeLink={false}>
      <div class="actions start">
        <ButtonLink href={address} kind="secondary">
          {text.consent.continue(app)}
        </ButtonLink>
      </div>
    </Page>
  )
}

/** After a quick approval. */
export function QuickLeaving({ address }: Extract<QuickAnswer, object>) {
  const { preview } = usePreview()
  useEffect(() => {
    if (address !== '') location.replace(address)
  }, [address])
  if (address === '') return <RequestProblem kind="unsafe" />
  return <LeavingPage app={typeof preview === 'object' ? preview.client.name : ''} address={address} />
}
