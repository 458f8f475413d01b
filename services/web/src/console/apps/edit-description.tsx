import { useState } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useConsole } from '../console-context.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { texts } from '../texts.ts'
import type { AppSectionProps } from './app-section.ts'
import { describeApp, isComplete, toUpdate } from './description.ts'
import { DescriptionFields } from './description-fields.tsx'
import { useEdit } from './use-edit.ts'

/** Changes what people see of an app, and where they return to. */
export function EditDescription({ app, reload }: AppSectionProps) {
  const { common } = useText()
  const { api } = useConsole()
  const { start, typed, type, keep } = useEdit(() => describeApp(app))
  const [note, setNote] = useState('')
  const task = useTask<'save'>()
  const save = async () => {
    setNote('')
    keep(describeApp(await api.changeApp(app.client_id, toUpdate(start, typed))))
    await reload()
    setNote(texts.actions.saved)
  }
  return (
    <Card icon="tag" title={texts.app.describeTitle}>
      <GuardedForm isValid={isComplete(typed)} refusal={task.failure} onSubmit={() => task.run('save', save)}>
        <DescriptionFields value={typed} onChange={type} failure={task.failure} />
        <RefusalNotice failure={task.failure} />
        <Notice kind="good">{note}</Notice>
        <div class="actions start">
          <Button kind="secondary" type="submit" busyText={task.running && common.saving}>
            {common.save}
          </Button>
        </div>
      </GuardedForm>
    </Card>
  )
}
