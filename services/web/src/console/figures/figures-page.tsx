import type { FiguresReport } from '@countersign/contracts'
import type { ComponentChildren } from 'preact'
import { useFormat } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { texts } from '../texts.ts'
import { DayChart } from './day-chart.tsx'
import { Table } from './table.tsx'

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
            <Button kind="secondary" onClick={() => void loaded.reload()}>
              {texts.actions.refresh}
            </Button>
          </div>
          <Days days={content.days} />
          <Counts title={texts.figures.refusals} isEmpty={content.refusals.length === 0}>
            <Table
              caption={texts.figures.refusals}
              columns={[texts.figures.route, texts.figures.reason, texts.figures.count]}
              rows={mostFirst(content.refusals).map((each) => [each.route, each.code, each.count])}
            />
          </Counts>
          <Counts title={texts.figures.latency} isEmpty={content.routes.length === 0}>
            <Latencies routes={content.routes} />
          </Counts>
          <Counts title={texts.figures.events} isEmpty={content.events.length === 0}>
            <Table
              caption={texts.figures.events}
              columns={[texts.figures.event, texts.figures.outcome, texts.figures.count]}
              rows={mostFirst(content.events).map((each) => [each.event, each.outcome, each.count])}
            />
          </Counts>
        </>
      )}
    </ConsoleFrame>
  )
}

function Counts({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ComponentChildren }) {
  return <Card title={title}>{isEmpty ? <p class="fine">{texts.figures.nothing}</p> : children}</Card>
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
    <Table
      caption={texts.figures.latency}
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
