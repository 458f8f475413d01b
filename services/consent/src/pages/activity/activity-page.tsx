import './activity.css'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Page } from '../../ui/page.tsx'
import type { OpenedProfile } from '../../vault/protocol.ts'
import { UnlockPage } from '../sign-in/sign-in-page.tsx'
import { SignOut } from '../signed-in/sign-out.tsx'
import { ActivityLog } from './activity-log.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ServerEvents } from './server-events.tsx'

/** `/activity`: what left the vault, which the vault itself vouches for; and what the service noticed, which it says. */
export function ActivityPage() {
  const { state } = useSession()
  if (state.status === 'locked') return <UnlockPage authRequestId={undefined} />
  return <Activity profile={state.profile} />
}

function Activity({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  return (
    <Page
      current="activity"
      title={text.activity.title}
      lead={text.activity.lead}
      action={<SignOut profile={profile} />}
    >
      <ActivityLog />
      <ReceiptCheck />
      <ServerEvents />
    </Page>
  )
}
