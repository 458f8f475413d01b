import { useFullText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'

type CodeFormProps = {
  readonly code: string
  readonly onCode: (code: string) => void
  readonly isBusy: boolean
  readonly onSubmit: () => void
}

/** Takes the code in any case and with any separators; warns about a code that came in a message. */
export function CodeForm({ code, onCode, isBusy, onSubmit }: CodeFormProps) {
  const { device } = useFullText()
  const isValid = isUserCode(code)
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={onSubmit}>
      <Field
        label={device.code}
        hint={device.codeHint}
        error={isValid ? undefined : device.codeWrong}
        value={code}
        name="user-code"
        autocomplete="off"
        maxLength={64}
        required
        isCode
        onInput={onCode}
      />
      <p class="fine">{device.warning}</p>
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? device.checking : undefined}>
          {device.next}
        </Button>
      </div>
    </GuardedForm>
  )
}

/** In the provider's form. */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** Whether a typed text can be a device's code. */
export function isUserCode(typed: string): boolean {
  return CODE.test(lettersOf(typed))
}

/** As the device shows it: in two groups. */
export function showUserCode(typed: string): string {
  const letters = lettersOf(typed)
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

function lettersOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]|ー/gu, '')
    .toUpperCase()
}
