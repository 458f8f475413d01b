import type { ComponentChildren } from 'preact'
import { Button, FailureNotice } from './elements.tsx'
import { Field, type FieldProps, GuardedForm, type GuardedFormProps } from './form.tsx'
import { useText } from './messages/texts.ts'
import type { Task } from './use-task.ts'

type FormActionsProps = {
  readonly task: Pick<Task<string>, 'running' | 'failure'>
  readonly submit: string
  readonly busy: string
  readonly onCancel: () => void
  readonly cancel?: string
  readonly notice?: ComponentChildren
}

/** The end of a form: its failure, cancel, disabled while the form is sent, and submit. */
export function FormActions({ task, submit, busy, onCancel, cancel, notice }: FormActionsProps) {
  const { common } = useText()
  return (
    <>
      {notice ?? <FailureNotice failure={task.failure} />}
      <div class="actions">
        <Button kind="quiet" onClick={onCancel} disabled={task.running !== undefined} label={cancel ?? common.cancel} />
        <Button type="submit" busyText={task.running && busy} label={submit} />
      </div>
    </>
  )
}

type CodeFormProps = Pick<GuardedFormProps, 'isCard' | 'takesFocus' | 'onSubmit'> &
  Omit<FieldProps, 'isCode'> & {
    readonly submit: string
    readonly busyText: string | undefined
    readonly children?: ComponentChildren
  }

/** A form for one code or link, valid unless it has an error. */
export function CodeForm({ isCard, takesFocus, onSubmit, submit, busyText, children, ...field }: CodeFormProps) {
  return (
    <GuardedForm isCard={isCard} takesFocus={takesFocus} isValid={field.error === undefined} onSubmit={onSubmit}>
      <Field {...field} isCode />
      {children}
      <div class="actions start">
        <Button type="submit" busyText={busyText} label={submit} />
      </div>
    </GuardedForm>
  )
}
