import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { texts } from '../texts.ts'

/** An identifier or a secret, to be taken elsewhere. */
export function CopyValue({ label, value }: { label?: string; value: string }) {
  const [copying, setCopying] = useState<'copied' | 'copyFailed'>()
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopying('copied'),
      () => setCopying('copyFailed'),
    )
  }
  return (
    <div class="copy-value">
      {label && <p class="fine">{label}</p>}
      <div>
        <code dir="ltr">{value}</code>
        <Button kind="secondary" onClick={copy}>
          {texts.actions.copy}
          {label && <span class="visually-hidden"> {label}</span>}
        </Button>
      </div>
      <Notice kind={copying === 'copied' ? 'good' : 'info'}>{copying && texts.actions[copying]}</Notice>
    </div>
  )
}
