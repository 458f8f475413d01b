import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isLastingSound, type Lasting } from './lasting.ts'

type LastingChoiceProps = {
  readonly lasting: Lasting
  readonly onChange: (lasting: Lasting) => void
}

/** Field name. */
export const LAST_DAY = 'last-day'

/** Until when the app may come back: the current choice on one line, which opens. */
export function LastingChoice({ lasting, onChange }: LastingChoiceProps) {
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
          {hasDay && ` (${format.date(`${lasting.day}T00:00:00`)})`}
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
