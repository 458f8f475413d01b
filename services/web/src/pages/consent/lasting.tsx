import type { CallInput } from '@countersign/device'
import { Choice, Switch } from '@countersign/ui/choices.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useId } from 'preact/hooks'

export const LAST_DAY = 'last-day'

/** Until when the app may come back: the current choice on one line, which opens. */
export function LastingChoice({ lasting, onChange }: { lasting: Lasting; onChange: (lasting: Lasting) => void }) {
  const { consentChecks: text } = useFullText()
  const format = useFormat()
  const { lastingChoices: labels, lastingHints: hints } = text
  const hasDay = lasting.kind === 'until' && lasting.day !== '' && isLastingSound(lasting)
  return (
    <details class="more">
      <summary>
        <Icon name="clock" />
        <span>
          {text.lastingLine} <strong>{labels[lasting.kind]}</strong>
          {hasDay && ` (${format.date(lasting.day)})`}
        </span>
      </summary>
      <div class="stack">
        <Choice
          label={text.lasting}
          value={lasting.kind}
          options={[
            { value: 'open', label: labels.open, hint: hints.open },
            { value: 'once', label: labels.once, hint: hints.once },
            { value: 'until', label: labels.until },
          ]}
          onChange={(kind) => onChange({ ...lasting, kind })}
        />
        {lasting.kind === 'until' && (
          <Field
            type="date"
            name={LAST_DAY}
            label={text.lastDay}
            value={lasting.day}
            onInput={(day) => onChange({ ...lasting, day })}
          />
        )}
      </div>
    </details>
  )
}

type UpToDateChoiceProps = {
  readonly app: string
  readonly lasting: Lasting
  readonly onChange: (lasting: Lasting) => void
}

/** Whether later changes go to the app too. One that comes once gets none. */
export function UpToDateChoice({ app, lasting, onChange }: UpToDateChoiceProps) {
  const { updates: text } = useFullText()
  const hint = useId()
  if (lasting.kind === 'once') return null
  return (
    <div class="consent-updates">
      <Icon name="renew" />
      <div>
        <p>{text.keep}</p>
        <p id={hint} class="fine">
          {text.keepHint(app)}
        </p>
      </div>
      <Switch
        label={text.keep}
        describedBy={hint}
        isOn={lasting.keepsUpToDate}
        onChange={(keepsUpToDate) => onChange({ ...lasting, keepsUpToDate })}
      />
    </div>
  )
}

export type Lasting = {
  readonly kind: 'open' | 'once' | 'until'
  /** For `until`: the last day, `YYYY-MM-DD`, or empty. */
  readonly day: string
  readonly keepsUpToDate: boolean
}

export const OPEN_END: Lasting = { kind: 'open', day: '', keepsUpToDate: false }

type GrantTerms = CallInput<'approve'>['grant']

/** The terms for the device; empty for an open end alone. The last day ends at the user's midnight. */
export function termsOf({ kind, day, keepsUpToDate }: Lasting): GrantTerms {
  if (kind === 'once') return { once: true }
  const updates = keepsUpToDate ? ({ keeps_up_to_date: true } as const) : undefined
  return kind === 'open' ? updates : { ends_at: endOf(day).toISOString(), ...updates }
}

/** Whether the last day, if any, is still to come. */
export function isLastingSound({ kind, day }: Pick<Lasting, 'kind' | 'day'>, now = new Date()): boolean {
  return kind !== 'until' || endOf(day).getTime() > endOf(dayOf(now)).getTime()
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59`)
}

function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
