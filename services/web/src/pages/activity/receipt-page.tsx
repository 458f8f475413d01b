import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'

/** The receipt of a release: to read and to print, and as a file that this vault can check later. */
export function ReceiptPage({ seq, onBack }: { readonly seq: number; readonly onBack: () => void }) {
  const { activity, recovery } = useFullText()
  const { ask } = useSession()
  const loaded = useLoaded(() => ask('receipt', { seq }))
  const { content: receipt, failure } = loaded
  return (
    <SignedInFrame current="activity" title={activity.receiptTitle} lead={activity.receiptText}>
      <LoadingNotice loaded={loaded} />
      <FailureNotice failure={failure} />
      {receipt && (
        <section class="card receipt-card" aria-label={activity.receipt}>
          <ReceiptFacts receipt={receipt} />
        </section>
      )}
      <div class="actions">
        <Button kind="quiet" onClick={onBack}>
          {activity.receiptBack}
        </Button>
        {receipt && (
          <>
            <Button
              kind="secondary"
              onClick={() => download(`${activity.receiptFile}-${seq}.json`, receipt.text, 'application/json')}
            >
              {activity.receiptJson}
            </Button>
            <Button onClick={() => print()}>{recovery.print}</Button>
          </>
        )}
      </div>
    </SignedInFrame>
  )
}
