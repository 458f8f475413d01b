import type { Failure } from '@countersign/device'
import { AccountId } from '@countersign/ui/account-id.tsx'
import { Button, ButtonLink } from '@countersign/ui/elements.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useSession } from '../../session/session.tsx'
import { BackToApp } from './back-to-app.tsx'

type SuspendedPageProps = { readonly suspension: NonNullable<Failure['suspension']> }

/** After a right credential of a suspended account: since when, why, whom to ask, and the ways on. */
export function SuspendedPage({ suspension }: SuspendedPageProps) {
  const { operator } = useFullText()
  const format = useFormat()
  const { lock } = useSession()
  const { user_id: userId, suspended_at: at, reason, support_url: supportUrl } = suspension
  return (
    <Page title={operator.suspendedTitle} lead={operator.suspended(format.dateTime(at))} hasHomeLink={false}>
      <p>{operator.because(format.isolate(reason))}</p>
      <p>{supportUrl === undefined ? operator.askOperator : operator.ask}</p>
      <AccountId userId={userId} />
      <div class="actions start">
        {supportUrl !== undefined && <ButtonLink href={supportUrl} label={operator.contact} />}
        <BackToApp />
        <Button kind="secondary" onClick={() => lock()} label={operator.otherAccount} />
      </div>
    </Page>
  )
}
