import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { download } from '../../ui/download.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

type Kind = 'plain' | 'sealed' | 'held'

const CALLS = { plain: 'exportPlain', sealed: 'exportSealed', held: 'exportAccount' } as const
const FILES = { plain: 'vault', sealed: 'vault-locked', held: 'account' } as const

/** Three downloads: a readable copy, a sealed copy, the server's records. The readable one asks for confirmation. */
export function ExportCard() {
  const { account, common } = useFullText()
  const { ask } = useSession()
  const task = useTask<Kind>()
  const { protect, dialog } = useStepUp()
  const [isAsking, setAsking] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const save = (kind: Kind) => {
    setAsking(false)
    setSaved(false)
    task.run(kind, async () => {
      const { text } = await protect(() => ask(CALLS[kind], {}))
      download(fileName(kind), text, 'application/json')
      setSaved(true)
    })
  }
  return (
    <Card icon="export" title={account.export}>
      <ul class="rows">
        {(['plain', 'sealed', 'held'] as const).map((kind) => (
          <li key={kind}>
            <div class="rows-text">
              <h3>{account[kind]}</h3>
              <p class="fine">{account[`${kind}Hint`]}</p>
            </div>
            <Button
              kind="secondary"
              onClick={() => (kind === 'plain' ? setAsking(true) : save(kind))}
              busyText={task.running === kind ? account.busy : undefined}
            >
              <span aria-hidden="true">{common.save}</span>
              <span class="visually-hidden">{`${common.save}: ${account[kind]}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Notice kind="good">{isSaved && account.saved}</Notice>
      <FailureNotice failure={task.failure} />
      {isAsking && <PlainDialog onSave={() => save('plain')} onClose={() => setAsking(false)} />}
      {dialog}
    </Card>
  )
}

/** Names the service and the day, to tell several apart. */
function fileName(kind: Kind): string {
  return `${location.hostname}-${FILES[kind]}-${new Date().toISOString().slice(0, 10)}.json`
}

function PlainDialog({ onSave, onClose }: { onSave: () => void; onClose: () => void }) {
  const { account, common } = useFullText()
  return (
    <ConfirmDialog title={account.plainTitle} message={account.plainMessage} onCancel={onClose}>
      <Button kind="quiet" onClick={onClose}>
        {common.cancel}
      </Button>
      <Button onClick={onSave}>{account.plainSubmit}</Button>
    </ConfirmDialog>
  )
}
