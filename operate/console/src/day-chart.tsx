import { useFormat } from '@countersign/ui/messages/use-text.tsx'
import { Table } from './table.tsx'
import { texts } from './texts.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export type DayCount = { readonly day: string; readonly count: number }

/** Each of the last 30 days in UTC, oldest first. @param countOf of a day as YYYY-MM-DD; undefined counts 0 */
export function lastDays(countOf: (day: string) => number | undefined): readonly DayCount[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return { day, count: countOf(day) ?? 0 }
  })
}

type DayChartProps = {
  readonly title: string
  readonly days: readonly DayCount[]
  /** False where a sum counts the same twice: the same person on two days. */
  readonly hasSum?: boolean
}

const HEIGHT = 40
const STEP = 10
const GAP = 2

/** One bar a day; screen readers get the sum and a table. */
export function DayChart({ title, days, hasSum = true }: DayChartProps) {
  const format = useFormat()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const sum = days.reduce((all, { count }) => all + count, 0)
  const note = hasSum ? texts.figures.total(sum) : texts.figures.most(format.number(sum === 0 ? 0 : most))
  const caption = (
    <figcaption>
      <strong>{title}</strong> <span class="fine">{note}</span>
    </figcaption>
  )
  if (sum === 0) return <figure class="chart">{caption}</figure>
  return (
    <figure class="chart">
      {caption}
      <Bars days={days} most={most} />
      <p class="chart-days fine" aria-hidden="true">
        <span>{format.date(days[0]?.day ?? '')}</span>
        <span>{texts.figures.today}</span>
      </p>
      <details>
        <summary>
          {texts.figures.asTable}
          <span class="visually-hidden">: {title}</span>
        </summary>
        <Table
          caption={title}
          columns={[
            { title: texts.figures.day, cell: ({ day }) => format.date(day) },
            { title: texts.figures.count, cell: ({ count }) => format.number(count), isNumber: true },
          ]}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </figure>
  )
}

function Bars({ days, most }: Pick<DayChartProps, 'days'> & { readonly most: number }) {
  const format = useFormat()
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT))
  const width = days.length * STEP
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT + 1}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path class="axis" d={`M0 ${HEIGHT + 0.5}h${width}`} />
      {days.map(({ day, count }, at) => (
        <rect
          key={day}
          x={at * STEP + GAP / 2}
          y={HEIGHT - heightOf(count)}
          width={STEP - GAP}
          height={heightOf(count)}
        >
          <title>{`${format.date(day)}: ${format.number(count)}`}</title>
        </rect>
      ))}
    </svg>
  )
}
