import { useFormat } from '../../messages/use-text.tsx'
import { texts } from '../texts.ts'
import { Table } from './table.tsx'

type DayChartProps = {
  readonly title: string
  readonly days: readonly { readonly day: string; readonly count: number }[]
}

const HEIGHT = 40
const STEP = 10
const GAP = 2

/** One bar a day; screen readers get the sum and a table. */
export function DayChart({ title, days }: DayChartProps) {
  const format = useFormat()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const sum = days.reduce((all, { count }) => all + count, 0)
  const total = texts.figures.total(sum)
  const caption = (
    <figcaption>
      <strong>{title}</strong> <span class="fine">{total}</span>
    </figcaption>
  )
  if (sum === 0) return <figure class="chart">{caption}</figure>
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT))
  return (
    <figure class="chart">
      {caption}
      <svg
        viewBox={`0 0 ${Math.max(1, days.length) * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path class="axis" d={`M0 ${HEIGHT + 0.5}h${Math.max(1, days.length) * STEP}`} />
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
      <details>
        <summary>
          {texts.figures.asTable}
          <span class="visually-hidden">: {title}</span>
        </summary>
        <Table
          caption={title}
          columns={[texts.figures.day, texts.figures.count]}
          rows={days.toReversed().map(({ day, count }) => [format.date(day), count])}
        />
      </details>
    </figure>
  )
}
