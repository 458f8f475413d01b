import { Card } from '@countersign/ui/card.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { FileField } from '@countersign/ui/files.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import type { AppScope } from '../api/console-api.ts'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { RefusalNotice, useChange } from '../elements.tsx'
import { texts } from '../texts.ts'
import { APP_TEXTS } from './app-texts.ts'
import { DescriptionFields, describeApp, isComplete, toUpdate } from './description.tsx'
import { ScopesField } from './scopes-field.tsx'

export function EditDescription({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { typed, type, submit, failure, end } = useEdit({
    read: () => describeApp(app),
    save: async ({ start, typed: wanted }) => describeApp(await api.changeApp(app.client_id, toUpdate(start, wanted))),
    reload,
  })
  return (
    <Card icon="tag" title={APP_TEXTS.app.describeTitle}>
      <GuardedForm isValid={isComplete(typed)} refusal={failure} onSubmit={submit}>
        <DescriptionFields value={typed} onChange={type} failure={failure} />
        {end}
      </GuardedForm>
    </Card>
  )
}

export function EditScopes({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { typed, type, submit, end } = useEdit<readonly AppScope[]>({
    read: () => app.scopes,
    save: async (form) => {
      const changes = form.typed === form.start ? {} : { scopes: [...form.typed] }
      return (await api.changeApp(app.client_id, changes)).scopes
    },
    reload,
  })
  const isEmpty = typed.length === 0
  return (
    <GuardedForm isValid={!isEmpty} onSubmit={submit} isCard>
      <ScopesField scopes={typed} onChange={type} />
      <Notice kind="error">{isEmpty && APP_TEXTS.form.scopesEmpty}</Notice>
      {end}
    </GuardedForm>
  )
}

type Edited<Content> = { readonly start: Content; readonly typed: Content }

type EditOptions<Content> = {
  readonly read: () => Content
  readonly save: (form: Edited<Content>) => Promise<Content>
  readonly reload: () => Promise<void>
}

/** The state of a form, and its `end`: messages and the save button. */
export function useEdit<Content>({ read, save, reload }: EditOptions<Content>) {
  const { common } = useText()
  const [form, setForm] = useState(() => startWith(read()))
  const { change, note } = useChange(reload)
  const task = useTask<'save'>()
  const submit = () =>
    task.run('save', () =>
      change(async () => {
        const saved = await save(form)
        // Keep anything typed while the request was under way.
        setForm((now) => (now.typed === form.typed ? startWith(saved) : now))
      }, texts.actions.saved),
    )
  const end = (
    <>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        <Button kind="secondary" type="submit" busyText={task.running && common.saving} label={common.save} />
      </div>
    </>
  )
  const type = (typed: Content) => setForm(({ start }) => ({ start, typed }))
  return { ...form, type, submit, failure: task.failure, end }
}

function startWith<Content>(start: Content): Edited<Content> {
  return { start, typed: start }
}

const MAXIMUM_BYTES = 131_072

export function AppLogo({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { change, note } = useChange(reload)
  const [isTooLarge, setTooLarge] = useState(false)
  const task = useTask<'upload' | 'remove'>()
  const run = (name: 'upload' | 'remove', work: () => Promise<void>) =>
    task.run(name, () => change(work, APP_TEXTS.logo.saved))
  const choose = (file: File) => {
    setTooLarge(file.size > MAXIMUM_BYTES)
    if (file.size <= MAXIMUM_BYTES) run('upload', () => api.setLogo(app.client_id, file))
  }
  return (
    <Card icon="eye" title={APP_TEXTS.logo.title} lead={APP_TEXTS.logo.lead}>
      <FileField label={APP_TEXTS.logo.choose} accept="image/png,image/jpeg,image/webp" onChoose={choose} />
      <Notice kind="error">{isTooLarge && APP_TEXTS.logo.tooLarge}</Notice>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => run('remove', () => api.removeLogo(app.client_id))}
          busyText={task.running && APP_TEXTS.logo.busy}
          label={APP_TEXTS.logo.remove}
        />
      </div>
    </Card>
  )
}
