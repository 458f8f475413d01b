import './activity.css'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSteps } from '../../ui/use-steps.ts'
import { RequireSignIn } from '../signed-in/require-sign-in.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ActivityLog } from './activity-log.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptPage } from './receipt-page.tsx'

/** `/activity`: what left the vault, which the vault itself vouches for. What the server noticed stands with the devices. */
export function ActivityPage() {
  return <RequireSignIn>{() => <Activity />}</RequireSignIn>
}

type ActivityStep = { readonly at: 'log' } | { readonly at: 'receipt'; readonly seq: number }

function Activity() {
  const { activity } = useFullText()
  const { step, next, back } = useSteps<ActivityStep>({ at: 'log' })
  if (step.at === 'receipt') return <ReceiptPage key={step.seq} seq={step.seq} onBack={back} />
  return (
    <SignedInFrame current="activity" title={activity.title} lead={activity.lead}>
      <ActivityLog onReceipt={(seq) => next({ at: 'receipt', seq })}>
        <ReceiptCheck />
        <p class="aside">
          <a href={PATHS.sessions}>{activity.signIns}</a>
        </p>
      </ActivityLog>
    </SignedInFrame>
  )
}
