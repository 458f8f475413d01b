import { useId, useState } from 'preact/hooks'
import type { Failure } from '../../failure.ts'
import { describeFailure, type FullText } from '../../messages/messages.ts'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { ImportPreview } from '../../vault/views.ts'
import { ImportPlan } from './import-plan.tsx'

type Stage =
  | { readonly at: 'choose' }
  | { readonly at: 'locked'; readonly content: string }
  | { readonly at: 'preview'; readonly preview: ImportPreview }

const SEALED_FORMAT = 'countersign-sealed-vault'

/** A file is looked into on this device; nothing changes before its owner has seen what it would add. */
export function ImportCard() {
  const text = useFullText()
  const { ask } = useSession()
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [added, setAdded] = useState<number>()
  const [recoveryKey, setRecoveryKey] = useState('')
  const task = useTask<'look' | 'commit'>()

  const look = (open: () => Promise<ImportPreview>) =>
    task.run('look', async () => setStage({ at: 'preview', preview: await open() }))
  const choose = (file: File) => {
    setAdded(undefined)
    setStage({ at: 'choose' })
    task.run('look', async () => {
      const content = await file.text()
      if (isSealed(content)) return setStage({ at: 'locked', content })
      setStage({ at: 'preview', preview: await ask('previewPlainImport', { text: content }) })
    })
  }
  const commit = (count: number) =>
    task.run('commit', async () => {
      await ask('commitImport', {})
      setStage({ at: 'choose' })
      setAdded(count)
    })
  return (
    <Card title={text.account.import} lead={text.account.importLead}>
      <FileField onChoose={choose} />
      {stage.at === 'locked' && (
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            look(() => ask('previewSealedImport', { text: stage.content, recoveryKey }))
          }}
        >
          <Field
            label={text.account.copyKey}
            hint={text.recovery.enterHint}
            value={recoveryKey}
            onInput={setRecoveryKey}
            name="recovery-key"
            autocomplete="off"
            required
            isCode
          />
          <Button kind="secondary" type="submit" busyText={task.running && text.account.busy}>
            {text.account.look}
          </Button>
        </form>
      )}
      {stage.at === 'preview' && (
        <ImportPlan
          preview={stage.preview}
          isBusy={task.running === 'commit'}
          onCommit={() => commit(stage.preview.added)}
          onCancel={() => setStage({ at: 'choose' })}
        />
      )}
      <Notice kind="error">{task.failure && describeImportFailure(text, task.failure, stage.at)}</Notice>
      <Notice kind="good">{added !== undefined && text.account.imported(added)}</Notice>
    </Card>
  )
}

function FileField({ onChoose }: { onChoose: (file: File) => void }) {
  const { account } = useFullText()
  const id = useId()
  return (
    <div class="file">
      <label for={id}>{account.file}</label>
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}

function isSealed(content: string): boolean {
  try {
    const file: unknown = JSON.parse(content)
    return typeof file === 'object' && file !== null && 'format' in file && file.format === SEALED_FORMAT
  } catch {
    return false
  }
}

/** A file that is no copy is no attack of the server, as the same codes would say elsewhere. */
function describeImportFailure(text: FullText, failure: Failure, at: Stage['at']): string {
  const { code } = failure
  if (at === 'locked' && (code === 'wrong_key' || code === 'no_unlock')) return text.account.wrongKey
  if (code === 'malformed' || code === 'tampered' || code === 'incomplete') return text.account.notACopy
  return describeFailure(text, failure)
}
