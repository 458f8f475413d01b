import type { FiguresReport } from '@countersign/contracts'
import { useFormat } from '../messages/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LoadingNotice, useLoaded } from '../ui/loading.tsx'
import { ConsoleFrame, useConsole } from './console-frame.tsx'
import { RefusalNotice } from './elements.tsx'
import { texts } from './texts.ts'

/** `/console/figures` */
export function FiguresPage() {
  const { api } = useConsole()
  const format = useFormat()
  const loaded = useLoaded(() => api.readFigures())
  const { content } = loaded
  return (
    <ConsoleFrame
      current="figures"
      title={texts.figures.title}
      lead={content && texts.figures.lead(format.dateTime(content.since))}
    >
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
      {content && (
        <>
          <div class="actions start">
            <Button kind="secondary" onClick={() => void loaded.reload()} label={texts.actions.refresh} />
          </div>
          <Days days={content.days} />
          <Counts
            title={texts.figures.refusals}
            columns={[texts.figures.route, texts.figures.reason, texts.figures.count]}
            rows={mostFirst(content.refusals).map((each) => [each.route, each.code, each.count])}
          />
          <Latencies routes={content.routes} />
          <Counts
            title={texts.figures.events}
            columns={[texts.figures.event, texts.figures.outcome, texts.figures.count]}
            rows={mostFirst(content.events).map((each) => [each.event, each.outcome, each.count])}
          />
        </>
      )}
    </ConsoleFrame>
  )
}

function Counts({ title, ...table }: Omit<TableProps, 'caption'> & { readonly title: string }) {
  const isEmpty = table.rows.length === 0
  return (
    <Card title={title}>
      {isEmpty ? <p class="fine">{texts.figures.nothing}</p> : <Table caption={title} {...table} />}
    </Card>
  )
}

const DAYS = 30
const DAY_MS = 86_400_000

/** Charts: their name in the texts and the events that they add up. */
const CHARTS = [
  ['flows', ['tokens_issued']],
  ['refused', ['authorization_request_refused', 'token_request_refused', 'decision_refused', 'rate_limited']],
  ['revoked', ['grant_revoked']],
] as const

function Days({ days }: Pick<FiguresReport, 'days'>) {
  if (days === null) return <Card title={texts.figures.byDay} lead={texts.figures.tooMuch} />
  return (
    <Card title={texts.figures.byDay}>
      {CHARTS.map(([name, events]) => (
        <DayChart key={name} title={texts.figures.charts[name]} days={lastDays(days, events)} />
      ))}
    </Card>
  )
}

/** Counts of these events on each of the last days, oldest first; a missing day counts 0. */
function lastDays(days: NonNullable<FiguresReport['days']>, events: readonly string[]) {
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    const counted = days.find((each) => each.day === day)?.events.filter(({ event }) => events.includes(event)) ?? []
    return { day, count: counted.reduce((sum, { count }) => sum + count, 0) }
  })
}

function Latencies({ routes }: Pick<FiguresReport, 'routes'>) {
  const format = useFormat()
  const time = (milliseconds: number) => texts.figures.milliseconds(format.number(Math.round(milliseconds * 10) / 10))
  return (
    <Counts
      title={texts.figures.latency}
      columns={[
        texts.figures.route,
        texts.figures.count,
        texts.figures.failed,
        texts.figures.half,
        texts.figures.most,
        texts.figures.nearlyAll,
      ]}
      rows={mostFirst(routes).map((each) => [
        `${each.method} ${each.route}`,
        each.count,
        each.failed,
        time(each.p50_milliseconds),
        time(each.p95_milliseconds),
        time(each.p99_milliseconds),
      ])}
    />
  )
}

function mostFirst<Each extends { readonly count: number }>(all: readonly Each[]): readonly Each[] {
  return all.toSorted((one, other) => other.count - one.count)
}

type DayChartProps = {
  readonly title: string
  readonly days: readonly { readonly day: string; readonly count: number }[]
}

const HEIGHT = 40
const STEP = 10
const GAP = 2

/** One bar a day; screen readers get the sum and a table. */
function DayChart({ title, days }: DayChartProps) {
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

type TableProps = {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export function Table({ caption, columns, rows }: TableProps) {
  const format = useFormat()
  return (
    <table class="figures">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={[name, ...cells].join(' ')}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} data-label={columns[at + 1]}>
                {typeof cell === 'number' ? format.number(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
