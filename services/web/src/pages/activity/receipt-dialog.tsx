import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { download } from '../../ui/download.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

/** The receipt of a release: to look at, and to keep. */
export function ReceiptButton({ seq, app }: { seq: number; app: string }) {
  const text = useFullText()
  const { ask } = useSession()
  const task = useTask<'receipt'>()
  const [receipt, setReceipt] = useState<string>()
  const show = () => task.run('receipt', async () => setReceipt((await ask('receipt', { seq })).text))
  return (
    <>
      <Button kind="secondary" busyText={task.running && text.activity.receipt} onClick={show}>
        {text.activity.receipt}
        <span class="visually-hidden"> {app}</span>
      </Button>
      <FailureNotice failure={task.failure} />
      {receipt !== undefined && <ReceiptDialog seq={seq} receipt={receipt} onClose={() => setReceipt(undefined)} />}
    </>
  )
}

/** As a field: it can be read by keyboard, selected and copied. The cursor stands at its beginning. */
function ReceiptText({ receipt }: { receipt: string }) {
  const text = useFullText()
  const start = (field: HTMLTextAreaElement | null) => field?.setSelectionRange(0, 0)
  return (
    <textarea
      ref={start}
      class="receipt"
      dir="ltr"
      rows={10}
      readOnly
      aria-label={text.activity.receipt}
      value={receipt}
    />
  )
}

function ReceiptDialog({ seq, receipt, onClose }: { seq: number; receipt: string; onClose: () => void }) {
  const text = useFullText()
  return (
    <ConfirmDialog
      title={text.activity.receiptTitle}
      message={text.activity.receiptText}
      content={<ReceiptText receipt={receipt} />}
      onCancel={onClose}
    >
      <Button kind="quiet" onClick={onClose}>
        {text.common.close}
      </Button>
      <Button onClick={() => download(`${text.activity.receiptFile}-${seq}.json`, receipt, 'application/json')}>
        {text.common.download}
      </Button>
    </ConfirmDialog>
  )
}
