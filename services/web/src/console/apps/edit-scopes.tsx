import { useState } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { AppScope } from '../api/console-api.ts'
import { useConsole } from '../console-context.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { texts } from '../texts.ts'
import type { AppSectionProps } from './app-section.ts'
import { ScopesField } from './scopes-field.tsx'
import { useEdit } from './use-edit.ts'

/** Changes what an app may ask for, and why. */
export function EditScopes({ app, reload }: AppSectionProps) {
  const { common } = useText()
  const { api } = useConsole()
  const { start, typed, type, keep } = useEdit<readonly AppScope[]>(() => app.scopes)
  const [note, setNote] = useState('')
  const task = useTask<'save'>()
  const save = async () => {
    setNote('')
    const changes = typed === start ? {} : { scopes: [...typed] }
    keep((await api.changeApp(app.client_id, changes)).scopes)
    await reload()
    setNote(texts.actions.saved)
  }
  const isEmpty = typed.length === 0
  return (
    <GuardedForm isValid={!isEmpty} onSubmit={() => task.run('save', save)} isCard>
      <ScopesField key={start.map(({ name }) => name).join(' ')} scopes={typed} onChange={type} />
      <Notice kind="error">{isEmpty && texts.form.scopesEmpty}</Notice>
      <RefusalNotice failure={task.failure} />
      <Notice kind="good">{note}</Notice>
      <div class="actions start">
        <Button kind="secondary" type="submit" busyText={task.running && common.saving}>
          {common.save}
        </Button>
      </div>
    </GuardedForm>
  )
}
