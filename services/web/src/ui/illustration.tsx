import type { ComponentChildren } from 'preact'

/** Each 160 by 96: lines in ink, the tick and the line below it in the accent. */
const PICTURES = {
  vault: (
    <>
      <rect class="illustration-paper" x="44" y="12" width="72" height="64" rx="10" />
      <rect class="illustration-soft" x="53" y="21" width="54" height="46" rx="6" />
      <circle class="illustration-paper" cx="80" cy="44" r="13" />
      <path class="illustration-accent" d="M74 44l4.5 4.5L87 39.5" />
      <path d="M80 31v-4M80 61v-4M93 44h4M63 44h4M56 76v6M104 76v6M44 32h-5M44 56h-5" />
      <path class="illustration-accent" d="M28 86h104" />
    </>
  ),
  apps: (
    <>
      <rect class="illustration-dashed" x="22" y="26" width="36" height="36" rx="9" />
      <rect class="illustration-paper" x="62" y="22" width="36" height="44" rx="9" />
      <rect class="illustration-dashed" x="102" y="26" width="36" height="36" rx="9" />
      <circle class="illustration-soft" cx="80" cy="38" r="8" />
      <path d="M72 54h16M58 44h4M98 44h4" />
      <path class="illustration-accent" d="M76.5 38l2.5 2.5l4.5-5M28 86h104" />
    </>
  ),
  request: (
    <>
      <path class="illustration-paper" d="M44 4h72a6 6 0 0 1 6 6v70H38V10a6 6 0 0 1 6-6" />
      <rect class="illustration-soft" x="46" y="12" width="14" height="14" rx="4" />
      <path d="M67 16h30M67 23h18M46 37h30M46 50h24M46 63h34" />
      <rect class="illustration-on" x="98" y="32.5" width="16" height="9" rx="4.5" />
      <rect class="illustration-on" x="98" y="45.5" width="16" height="9" rx="4.5" />
      <rect x="98" y="58.5" width="16" height="9" rx="4.5" />
      <path class="illustration-accent" d="M72 78l7 7L95 69M28 92h104" />
    </>
  ),
  activity: (
    <>
      <path class="illustration-paper" d="M52 10h56v68l-7-5l-7 5l-7-5l-7 5l-7-5l-7 5l-7-5l-7 5z" />
      <path d="M62 24h22M62 34h36M62 44h30" />
      <circle class="illustration-soft" cx="95" cy="56" r="9" />
      <path class="illustration-accent" d="M91 56l3 3l5.5-6M28 86h104" />
    </>
  ),
} as const satisfies Readonly<Record<string, ComponentChildren>>

export type IllustrationName = keyof typeof PICTURES

export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg class="illustration" viewBox="0 0 160 96" aria-hidden="true" focusable="false">
      {PICTURES[name]}
    </svg>
  )
}
