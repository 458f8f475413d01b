import { Button } from '@countersign/ui/elements.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type DetailsProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A panel beside a table, at the end of the screen on a phone. Takes the focus, and gives it back when closed. */
export function Details({ title, onClose, children }: DetailsProps) {
  const { common } = useText()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    addEventListener('keydown', closeByKey)
    return () => {
      removeEventListener('keydown', closeByKey)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <section class="desk-details stack" aria-labelledby={id}>
      <div class="desk-details-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button kind="quiet" onClick={onClose} label={common.close} />
      </div>
      {children}
    </section>
  )
}

/** Labels and their values; leaves out those without one. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ComponentChildren])[] }) {
  return (
    <dl class="desk-facts">
      {rows.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
