import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { Illustration, type IllustrationName } from './illustration.tsx'

/** Things of one kind as one card: apps, devices, events. */
export function List({ children }: { children: ComponentChildren }) {
  return <ul class="list">{children}</ul>
}

type RowProps = {
  readonly title: ComponentChildren
  readonly detail?: ComponentChildren
  /** Below a heading of its list. */
  readonly isNested?: boolean | undefined
  readonly icon?: ComponentChildren
  readonly action?: ComponentChildren
  readonly children?: ComponentChildren
}

/** An entry of a `List`. */
export function Row({ title, detail, isNested = false, icon, action, children }: RowProps) {
  const Heading = isNested ? 'h3' : 'h2'
  return (
    <li class="list-row">
      <div class="list-head">
        {icon}
        <div class="list-text">
          <Heading>{title}</Heading>
          {detail && <p class="fine">{detail}</p>}
        </div>
        {action}
      </div>
      {children}
    </li>
  )
}

/** A row of a `dl`: a name and its value. */
export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** At the place of an app's logo. */
export function ListIcon({ name }: { name: IconName }) {
  return (
    <span class="list-icon">
      <Icon name={name} />
    </span>
  )
}

type EmptyStateProps = {
  readonly picture: IllustrationName
  readonly title: string
  /** Why the list is empty and how it fills. */
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
}

export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <section class="list-empty">
      <Illustration name={picture} />
      <h2>{title}</h2>
      <p class="fine">{children}</p>
      {action}
    </section>
  )
}
