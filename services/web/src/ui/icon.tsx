/** One family: a grid of 20, one line of 1.5, round ends. Each is decorative: the word for it stands beside it. */
const SHAPES = {
  clock: 'M10 2.75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M10 6v4.25l2.75 1.75',
  eye: 'M2 10s2.9-5.25 8-5.25S18 10 18 10s-2.9 5.25-8 5.25S2 10 2 10M10 7.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 0 0 0-4.8',
  info: 'M10 2.75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M10 9.25v4.25M10 6.5v.01',
  enter:
    'M11.5 3.25h3.25A1.25 1.25 0 0 1 16 4.5v11a1.25 1.25 0 0 1-1.25 1.25H11.5M3 10h8.5M8.25 6.75L11.5 10l-3.25 3.25',
  lock: 'M5.5 9h9a1.25 1.25 0 0 1 1.25 1.25v5.5a1.25 1.25 0 0 1-1.25 1.25h-9a1.25 1.25 0 0 1-1.25-1.25v-5.5a1.25 1.25 0 0 1 1.25-1.25M6.75 9V6.25a3.25 3.25 0 0 1 6.5 0V9',
  mail: 'M4 4.25h12a1.25 1.25 0 0 1 1.25 1.25v9a1.25 1.25 0 0 1-1.25 1.25H4a1.25 1.25 0 0 1-1.25-1.25v-9A1.25 1.25 0 0 1 4 4.25M3 5.5l7 5.25l7-5.25',
  person: 'M10 2.75a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M3.5 17c.5-3.25 3-5 6.5-5s6 1.75 6.5 5',
  phone: 'M6.5 2.75h7a1 1 0 0 1 1 1v12.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V3.75a1 1 0 0 1 1-1M9 14.75h2',
  pin: 'M10 17.5s-5.75-4.6-5.75-9.25a5.75 5.75 0 0 1 11.5 0C15.75 12.9 10 17.5 10 17.5M10 6.25a2.1 2.1 0 1 0 0 4.2a2.1 2.1 0 0 0 0-4.2',
  tag: 'M3 4.25v5.5l7.5 7.5l6.75-6.75l-7.5-7.5h-5.5A1.25 1.25 0 0 0 3 4.25M6.5 6.5v.01',
} as const

export type IconName = keyof typeof SHAPES

/** Points the way that is read. */
const TURNING: IconName = 'enter'

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={name === TURNING ? 'icon turning' : 'icon'} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  )
}
