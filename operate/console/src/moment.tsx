const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const SECOND = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const FORMATS = { day: DAY, minute: MINUTE, second: SECOND } as const

type MomentProps = {
  /** ISO 8601 */
  readonly at: string
  readonly to?: keyof typeof FORMATS
}

/** A time, short enough for a table, in the reader's time zone; its title has it in UTC. */
export function Moment({ at, to = 'minute' }: MomentProps) {
  return (
    <time dateTime={at} title={at}>
      {FORMATS[to].format(new Date(at))}
    </time>
  )
}

export const PERIODS = {
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
} as const

export type Period = keyof typeof PERIODS
