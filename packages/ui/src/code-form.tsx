import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'
import { GuardedForm, type GuardedFormProps } from './guarded-form.tsx'

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
