import './activity.css'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { RequireSignIn } from '../signed-in/require-sign-in.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ActivityLog } from './activity-log.tsx'
import { ReceiptCheck } from './receipt-check.tsx'

/** `/activity`: what left the vault, which the vault itself vouches for. What the server noticed stands with the devices. */
export function ActivityPage() {
  return <RequireSignIn>{() => <Activity />}</RequireSignIn>
}

function Activity() {
  const { activity } = useFullText()
  return (
    <SignedInFrame current="activity" title={activity.title} lead={activity.lead}>
      <ActivityLog />
      <ReceiptCheck />
      <p class="aside">
        <a href={PATHS.sessions}>{activity.signIns}</a>
      </p>
    </SignedInFrame>
  )
}
