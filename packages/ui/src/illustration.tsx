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
      <rect class="illustration-paper" x="2" y="26" width="42" height="44" rx="8" />
      <rect class="illustration-soft" x="8" y="32" width="30" height="32" rx="4" />
      <circle class="illustration-paper" cx="23" cy="48" r="8" />
      <path d="M23 40v-3M23 59v-3M31 48h3M12 48h3M10 70v5M36 70v5" />
      <path class="illustration-dashed" d="M45 48h8M108 48h8" />
      <path class="illustration-paper" d="M60 4h42a6 6 0 0 1 6 6v70H54V10a6 6 0 0 1 6-6" />
      <rect class="illustration-soft" x="61" y="11" width="12" height="12" rx="3.5" />
      <path d="M79 14h20M79 20h13M61 35h22M61 47h17M61 59h25" />
      <rect class="illustration-on" x="89" y="31" width="13" height="8" rx="4" />
      <rect class="illustration-on" x="89" y="43" width="13" height="8" rx="4" />
      <rect x="89" y="55" width="13" height="8" rx="4" />
      <path class="illustration-accent" d="M72 76l7 7L95 67" />
      <rect class="illustration-paper" x="117" y="26" width="41" height="44" rx="8" />
      <circle class="illustration-soft" cx="137.5" cy="42" r="8.5" />
      <path class="illustration-accent" d="M133.5 42l3 3l5.5-6.5" />
      <path d="M127 57h21M131 63h13" />
      <path class="illustration-accent" d="M2 92h156" />
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
  synced: (
    <>
      <rect class="illustration-paper" x="24" y="22" width="68" height="46" rx="6" />
      <path d="M16 76h84" />
      <rect class="illustration-paper" x="106" y="26" width="30" height="54" rx="7" />
      <circle class="illustration-soft" cx="58" cy="45" r="13" />
      <circle class="illustration-soft" cx="121" cy="52" r="10" />
      <path d="M57 41a4.5 4.5 0 1 0 0 8a4.5 4.5 0 0 0 0-8M61.5 45h10M69 45v4.5" />
      <path class="illustration-accent" d="M116.5 52l3 3l5.5-6M28 90h104" />
    </>
  ),
  phone: (
    <>
      <rect class="illustration-paper" x="20" y="16" width="76" height="54" rx="6" />
      <path d="M12 78h92" />
      <rect class="illustration-soft" x="41" y="24" width="38" height="38" rx="5" />
      <path d="M46 29h9v9h-9zM65 29h9v9h-9zM46 48h9v9h-9zM60 29v4M60 38h4M60 44h14M66 50v7M74 50v7M60 52v5M46 43h8" />
      <rect class="illustration-paper" x="108" y="22" width="32" height="56" rx="7" />
      <path class="illustration-accent" d="M115 40v-5h5M133 40v-5h-5M115 54v5h5M133 54v5h-5M114 47h20M28 90h104" />
    </>
  ),
  password: (
    <>
      <rect class="illustration-paper" x="28" y="28" width="104" height="36" rx="9" />
      <path d="M42 46v.01M54 46v.01M66 46v.01M78 46v.01M90 46v.01" class="illustration-dots" />
      <path class="illustration-accent" d="M104 38v16M28 86h104" />
    </>
  ),
  recovery: (
    <>
      <path class="illustration-paper" d="M50 8h46l16 16v54H50z" />
      <path d="M96 8v16h16" />
      <path class="illustration-soft" d="M58 34h46v14H58z" />
      <path d="M62 41h8M77 41h8M92 41h8M60 57h10M60 66h26" />
      <path class="illustration-accent" d="M90 62l4 4l8-9M28 86h104" />
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
