import type { ComponentChildren } from 'preact'

/** A word beside a thing: required, this device, new. Never the only place that says it. */
export function Badge({ children }: { children: ComponentChildren }) {
  return <span class="badge">{children}</span>
}
