import type { Failure } from '@countersign/device'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { FormActions } from '@countersign/ui/form-actions.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { RecoveryKeyCard } from './recovery-key-card.tsx'

type RecoveryKeyStepProps = RecoveryCheckProps & {
  readonly before?: ComponentChildren
  readonly onCancel: () => void
  readonly cancel?: string
}

/** Shows the recovery key, then hides it while the user proves that the copy can be read. */
export function RecoveryKeyStep({ before, onCancel, cancel, ...check }: RecoveryKeyStepProps) {
  const text = useFullText()
  const [isKept, setKept] = useState(false)
  return (
    <Page
      before={before}
      title={isKept ? text.recovery.confirmTitle : text.recovery.title}
      lead={isKept ? text.recovery.confirmLead : text.recovery.lead}
      hasHomeLink={false}
    >
      {isKept ? (
        <RecoveryCheck {...check} onBack={() => setKept(false)} />
      ) : (
        <RecoveryKeyCard
          recoveryKey={check.recoveryKey}
          onNext={() => setKept(true)}
          onCancel={onCancel}
          cancel={cancel ?? text.common.cancel}
        />
      )}
    </Page>
  )
}

type RecoveryCheckProps = {
  readonly recoveryKey: string
  readonly submit: string
  readonly busy: string
  readonly onConfirmed: () => Promise<void>
  readonly describe?: (failure: Failure) => ComponentChildren
  readonly children?: ComponentChildren
}

/** Asks for two groups from the copy; the key is not active before. */
function RecoveryCheck({
  recoveryKey,
  onBack,
  children,
  ...props
}: RecoveryCheckProps & { readonly onBack: () => void }) {
  const { recovery } = useFullText()
  const [groups] = useState(() => pickGroups(Math.random))
  const [typed, setTyped] = useState<Typed>({})
  const task = useTask<'confirm'>()
  const wrong = groups.filter((group) => !isGroup(recoveryKey, group, typed[group] ?? ''))
  return (
    <GuardedForm isCard isValid={wrong.length === 0} onSubmit={() => task.run('confirm', props.onConfirmed)}>
      <GroupFields groups={groups} typed={typed} setTyped={setTyped} wrong={wrong} />
      {children}
      <FormActions
        task={task}
        submit={props.submit}
        busy={props.busy}
        onCancel={onBack}
        cancel={recovery.back}
        notice={task.failure && props.describe?.(task.failure)}
      />
    </GuardedForm>
  )
}

type Typed = Readonly<Record<number, string>>

type GroupFieldsProps = {
  readonly groups: readonly number[]
  readonly typed: Typed
  readonly setTyped: (typed: Typed) => void
  readonly wrong: readonly number[]
}

function GroupFields({ groups, typed, setTyped, wrong }: GroupFieldsProps) {
  const text = useFullText()
  const fields = groups.map((group) => (
    <Field
      key={group}
      label={text.recovery.group(group + 1)}
      hint={text.recovery.groupHint}
      value={typed[group] ?? ''}
      onInput={(value) => setTyped({ ...typed, [group]: value })}
      error={wrong.includes(group) ? text.recovery.groupWrong : undefined}
      name={`group-${group + 1}`}
      autocomplete="off"
      maxLength={8}
      required
      isCode
    />
  ))
  return <div class="recovery-key-pair">{fields}</div>
}

const GROUPS = 9

/** Two different group indexes of the recovery key, in order, for the user to type from the copy. */
export function pickGroups(random: () => number): readonly [number, number] {
  const first = Math.floor(random() * GROUPS)
  const step = 1 + Math.floor(random() * (GROUPS - 1))
  const second = (first + step) % GROUPS
  return first < second ? [first, second] : [second, first]
}

/** Whether a group was typed right, in any case, with O for 0 and I or L for 1. */
export function isGroup(recoveryKey: string, index: number, typed: string): boolean {
  const expected = recoveryKey.split('-')[index]
  const entered = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return expected !== undefined && expected === entered
}
