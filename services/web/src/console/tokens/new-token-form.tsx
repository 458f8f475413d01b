import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useConsole } from '../console-context.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { PERIODS, type Period } from '../periods.ts'
import { texts } from '../texts.ts'

const LIFETIMES = Object.keys(PERIODS) as readonly Period[]
const MAXIMUM_USES = 10_000

/** Makes a registration token. */
export function NewTokenForm({ onMade }: { onMade: (token: string) => Promise<void> }) {
  const { api } = useConsole()
  const [lifetime, setLifetime] = useState<string>('day')
  const [uses, setUses] = useState('1')
  const task = useTask<'make'>()
  const isAny = uses.trim() === ''
  const isNumber = /^\d{1,5}$/.test(uses.trim()) && Number(uses) >= 1 && Number(uses) <= MAXIMUM_USES
  const make = async () => {
    const seconds = PERIODS[LIFETIMES.find((each) => each === lifetime) ?? 'day']
    await onMade(await api.createToken({ expires_in: seconds, ...(isAny ? {} : { uses: Number(uses) }) }))
  }
  return (
    <GuardedForm isValid={isAny || isNumber} onSubmit={() => task.run('make', make)}>
      <SelectField
        label={texts.tokens.lifetime}
        value={lifetime}
        onChange={setLifetime}
        options={LIFETIMES.map((value) => ({ value, label: texts.tokens.lifetimes[value] }))}
      />
      <Field
        label={texts.tokens.uses}
        hint={texts.tokens.usesHint}
        value={uses}
        onInput={setUses}
        error={isAny || isNumber ? undefined : texts.tokens.usesWrong}
        isCode
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button type="submit" busyText={task.running && texts.tokens.making}>
          {texts.tokens.make}
        </Button>
      </div>
    </GuardedForm>
  )
}
