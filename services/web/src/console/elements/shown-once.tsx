import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/button.tsx'
import { texts } from '../texts.ts'
import { CopyValue } from './copy-value.tsx'

type ShownOnceProps = {
  readonly label: string
  readonly value: string
  /** Who it is for, and what becomes of it. */
  readonly lead?: string
  readonly onDone: () => void
  readonly children?: ComponentChildren
}

/** A secret that nobody is shown again: it stays until it was taken. */
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
