import type { ComponentChildren } from 'preact'

type CardProps = {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A part of a page that belongs together: a heading, a sentence, and what can be done. */
export function Card({ title, lead, children }: CardProps) {
  return (
    <section class="card stack">
      <div>
        <h2>{title}</h2>
        {lead && <p class="fine">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
