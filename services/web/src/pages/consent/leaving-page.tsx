import { useText } from '../../messages/use-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** The answer is given and the browser is on its way; the link is for apps that open beside this page, or do not. */
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
