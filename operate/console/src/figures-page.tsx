import type { FiguresReport } from '@countersign/contracts'
import { Button } from '@countersign/ui/button.tsx'
import { Card } from '@countersign/ui/card.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/use-text.tsx'
import { describeEvent, describeOutcome } from './audit/event-texts.ts'
import { ConsoleFrame, useConsole } from './console-frame.tsx'
import { DayChart, lastDays } from './day-chart.tsx'
import { RefusalNotice } from './elements.tsx'
import { type Column, Table } from './table.tsx'
import { texts } from './texts.ts'

/** `/console/figures` */
export function FiguresPage() {
  const { api } = useConsole()
  const format = useFormat()
  const loaded = useLoaded(() => api.readFigures())
  const { content } = loaded
  const count = useCountColumn()
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
            rows={mostFirst(content.refusals)}
            keyOf={({ component, route, code }) => `${component} ${route} ${code}`}
            columns={[
              { title: texts.figures.route, cell: ({ route }) => <code dir="ltr">{route}</code> },
              { title: texts.figures.reason, cell: ({ code }) => describeOutcome(code), sortBy: ({ code }) => code },
              count,
            ]}
          />
          <Latencies routes={content.routes} />
          <Counts
            title={texts.figures.events}
            rows={mostFirst(content.events)}
            keyOf={({ event, outcome }) => `${event} ${outcome}`}
            columns={[
              { title: texts.figures.event, cell: ({ event }) => describeEvent(event), sortBy: ({ event }) => event },
              { title: texts.figures.outcome, cell: ({ outcome }) => describeOutcome(outcome) },
              count,
            ]}
          />
        </>
      )}
    </ConsoleFrame>
  )
}

type CountsProps<Item> = {
  readonly title: string
  readonly columns: readonly Column<Item>[]
  readonly rows: readonly Item[]
  readonly keyOf: (item: Item) => string
}

function Counts<Item>({ title, ...table }: CountsProps<Item>) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      {table.rows.length === 0 ? <p class="fine">{texts.figures.nothing}</p> : <Table caption={title} {...table} />}
    </section>
  )
}

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
      <div class="charts">
        {CHARTS.map(([name, events]) => (
          <DayChart
            key={name}
            title={texts.figures.charts[name]}
            days={lastDays((day) => countOf(days.find((each) => each.day === day)?.events ?? [], events))}
          />
        ))}
      </div>
    </Card>
  )
}

function countOf(all: readonly { event: string; count: number }[], events: readonly string[]): number {
  return all.filter(({ event }) => events.includes(event)).reduce((sum, { count }) => sum + count, 0)
}

function Latencies({ routes }: Pick<FiguresReport, 'routes'>) {
  const format = useFormat()
  const time = (title: string, of: (route: FiguresReport['routes'][number]) => number) => ({
    title,
    cell: (route: FiguresReport['routes'][number]) =>
      texts.figures.milliseconds(format.number(Math.round(of(route) * 10) / 10)),
    sortBy: of,
    isNumber: true,
  })
  return (
    <Counts
      title={texts.figures.latency}
      rows={mostFirst(routes)}
      keyOf={({ component, method, route }) => `${component} ${method} ${route}`}
      columns={[
        { title: texts.figures.route, cell: ({ method, route }) => <code dir="ltr">{`${method} ${route}`}</code> },
        useCountColumn(),
        {
          title: texts.figures.failed,
          cell: ({ failed }) => format.number(failed),
          sortBy: ({ failed }) => failed,
          isNumber: true,
        },
        time(texts.figures.half, ({ p50_milliseconds }) => p50_milliseconds),
        time(texts.figures.slowest20th, ({ p95_milliseconds }) => p95_milliseconds),
        time(texts.figures.nearlyAll, ({ p99_milliseconds }) => p99_milliseconds),
      ]}
    />
  )
}

function useCountColumn() {
  const format = useFormat()
  return {
    title: texts.figures.count,
    cell: ({ count }: { readonly count: number }) => format.number(count),
    sortBy: ({ count }: { readonly count: number }) => count,
    isNumber: true,
  }
}

function mostFirst<Each extends { readonly count: number }>(all: readonly Each[]): readonly Each[] {
  return all.toSorted((one, other) => other.count - one.count)
}
