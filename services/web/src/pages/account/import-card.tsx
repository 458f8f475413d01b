import type { ImportPreview } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { Button, FailureNotice, Notice, type Sentences } from '@countersign/ui/elements.tsx'
import { FileField } from '@countersign/ui/files.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { type FullText, labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { RecoveryKeyField } from '@countersign/ui/recovery-key-field.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'

type Stage =
  | { readonly at: 'choose' }
  | { readonly at: 'locked'; readonly content: string }
  | { readonly at: 'preview'; readonly preview: ImportPreview }

const CHOOSE: Stage = { at: 'choose' }

const SEALED_FORMAT = 'countersign-sealed-vault'

/** Reads a file on this device; changes nothing before the user has seen what it would add. */
export function ImportCard() {
  const text = useFullText()
  const { stage, added, task, choose, unlock, commit, cancel } = useImport()
  return (
    <Card icon="import" title={text.account.import} lead={text.account.importLead}>
      <FileField label={text.account.file} onChoose={choose} />
      {stage.at === 'locked' && <LockedCopy isBusy={task.running === 'look'} onUnlock={unlock} />}
      {stage.at === 'preview' && (
        <ImportConfirmation
          preview={stage.preview}
          isBusy={task.running === 'commit'}
          onCommit={() => commit(stage.preview.added)}
          onCancel={cancel}
        />
      )}
      <FailureNotice failure={task.failure} own={sentencesAt(stage.at, text.account)} />
      <Notice kind="good">{added !== undefined && text.account.imported(added)}</Notice>
    </Card>
  )
}

function useImport() {
  const { ask } = useSession()
  const [stage, setStage] = useState<Stage>(CHOOSE)
  const [added, setAdded] = useState<number>()
  const task = useTask<'look' | 'commit'>()
  const choose = (file: File) => {
    setAdded(undefined)
    setStage(CHOOSE)
    task.run('look', async () => {
      const content = await file.text()
      if (isSealed(content)) return setStage({ at: 'locked', content })
      setStage({ at: 'preview', preview: await ask('previewPlainImport', { text: content }) })
    })
  }
  const unlock = (recoveryKey: string) =>
    task.run('look', async () => {
      if (stage.at !== 'locked') return
      setStage({ at: 'preview', preview: await ask('previewSealedImport', { text: stage.content, recoveryKey }) })
    })
  const commit = (count: number) =>
    task.run('commit', async () => {
      await ask('commitImport', {})
      setStage(CHOOSE)
      setAdded(count)
    })
  return { stage, added, task, choose, unlock, commit, cancel: () => setStage(CHOOSE) }
}

/** A sealed copy opens with the recovery key it was made under. */
function LockedCopy({ isBusy, onUnlock }: { isBusy: boolean; onUnlock: (recoveryKey: string) => void }) {
  const text = useFullText()
  const [recoveryKey, setRecoveryKey] = useState('')
  return (
    <GuardedForm isValid onSubmit={() => onUnlock(recoveryKey)}>
      <RecoveryKeyField
        label={text.account.copyKey}
        hint={text.recovery.enterHint}
        recoveryKey={recoveryKey}
        setRecoveryKey={setRecoveryKey}
      />
      <Button
        kind="secondary"
        type="submit"
        busyText={isBusy ? text.account.busy : undefined}
        label={text.account.look}
      />
    </GuardedForm>
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

/** A bad file is not an attack by the server, which the same codes mean elsewhere. */
function sentencesAt(at: Stage['at'], { notACopy, wrongKey }: FullText['account']): Sentences {
  const ofFile = { malformed: notACopy, tampered: notACopy, incomplete: notACopy }
  return at === 'locked' ? { ...ofFile, wrong_key: wrongKey, no_unlock: wrongKey } : ofFile
}

type ImportConfirmationProps = {
  readonly preview: ImportPreview
  readonly isBusy: boolean
  readonly onCommit: () => void
  readonly onCancel: () => void
}

/** More are rare, and can be corrected one by one in the vault. */
const MOST_NAMED = 10

function ImportConfirmation({ preview, isBusy, onCommit, onCancel }: ImportConfirmationProps) {
  const text = useFullText()
  const { account, common } = text
  const format = useFormat()
  const { added, alreadyThere, wroteAt, doubtful } = preview
  const facts = [
    wroteAt !== undefined && account.madeOn(format.date(wroteAt)),
    added === 0 ? account.addsNothing : account.adds(added),
    added > 0 && alreadyThere > 0 && account.already(alreadyThere),
  ].filter((fact) => fact !== false)
  return (
    <div class="stack">
      <output>{facts.join(' ')}</output>
      {doubtful.length > 0 && (
        <>
          <p>{account.doubtful(doubtful.length)}</p>
          <ul>
            {doubtful.slice(0, MOST_NAMED).map(({ name, value }) => (
              <li key={value}>
                {labelOf(text, name)}: <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="actions">
        <Button kind="quiet" onClick={onCancel} label={common.cancel} />
        {added > 0 && <Button onClick={onCommit} busyText={isBusy ? account.busy : undefined} label={account.commit} />}
      </div>
    </div>
  )
}
