import type { ComponentChildren } from 'preact'

/** A word about the thing beside it: required, this device, new. Never the only place that says something. */
export function Badge({ children }: { children: ComponentChildren }) {
  return <span class="badge">{children}</span>
}
