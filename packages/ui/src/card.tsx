import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type CardProps = {
  readonly title: string
  readonly icon?: IconName
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

export function Card({ title, icon, lead, children }: CardProps) {
  return (
    <section class="card stack">
      <div class="card-head">
        {icon && <Icon name={icon} />}
        <div>
          <h2>{title}</h2>
          {lead && <p class="fine">{lead}</p>}
        </div>
      </div>
      {children}
    </section>
  )
}

/** A word beside a thing: required, this device, new. Never the only place that says it. */
export function Badge({ children }: { children: ComponentChildren }) {
  return <span class="badge">{children}</span>
}
