import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { texts } from '../texts.ts'

/** An identifier or secret with a button that copies it. */
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

type ShownOnceProps = {
  readonly label: string
  readonly value: string
  readonly lead?: string
  readonly onDone: () => void
  readonly children?: ComponentChildren
}

/** A secret that cannot be shown again: it stays until the user confirms having kept it. */
export function ShownOnce({ label, value, lead, onDone, children }: ShownOnceProps) {
  return (
    <section class="shown-once stack" aria-label={label}>
      <CopyValue label={label} value={value} />
      <p class="fine">
        {texts.actions.shownOnce} {lead}
      </p>
      <div class="actions start">
        {children}
        <Button kind="secondary" onClick={onDone}>
          {texts.actions.done}
        </Button>
      </div>
    </section>
  )
}
