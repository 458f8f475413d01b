import type { ComponentChildren } from 'preact'
import { Illustration, type IllustrationName } from './illustration.tsx'

type EmptyStateProps = {
  readonly picture: IllustrationName
  readonly title: string
  /** Why the list is empty and how it fills. */
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
}

/** Replaces an empty list. */
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
