import type { ComponentChildren } from 'preact'
import { useFormat } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { Figures } from '../api/answers.ts'
import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { useConsoleText } from '../console-text.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { DayChart } from './day-chart.tsx'
import { Table } from './table.tsx'

/** `/console/figures`: how much happens, what is refused, and how long it takes. */
export function FiguresPage() {
  const { figures, actions } = useConsoleText()
  const { api } = useConsole()
  const format = useFormat()
  const loaded = useLoaded(() => api.readFigures())
  const { content } = loaded
  return (
    <ConsoleFrame
      current="figures"
      title={figures.title}
      lead={content && figures.lead(format.dateTime(content.since))}
    >
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
      {content && (
        <>
          <div class="actions start">
            <Button kind="secondary" onClick={() => void loaded.reload()}>
              {actions.refresh}
            </Button>
          </div>
          <Days days={content.days} />
          <Counts title={figures.refusals} isEmpty={content.refusals.length === 0}>
            <Table
              caption={figures.refusals}
              columns={[figures.route, figures.reason, figures.count]}
              rows={mostFirst(content.refusals).map((each) => [each.route, each.code, each.count])}
            />
          </Counts>
          <Counts title={figures.latency} isEmpty={content.routes.length === 0}>
            <Latencies routes={content.routes} />
          </Counts>
          <Counts title={figures.events} isEmpty={content.events.length === 0}>
            <Table
              caption={figures.events}
              columns={[figures.event, figures.outcome, figures.count]}
              rows={mostFirst(content.events).map((each) => [each.event, each.outcome, each.count])}
            />
          </Counts>
        </>
      )}
    </ConsoleFrame>
  )
}

function Counts({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ComponentChildren }) {
  const { figures } = useConsoleText()
  return <Card title={title}>{isEmpty ? <p class="fine">{figures.nothing}</p> : children}</Card>
}

const DAYS = 30
const DAY_MS = 86_400_000

/** What stands on a chart of its own: what it is called, and the events that it adds up. */
const CHARTS = [
  ['flows', ['tokens_issued']],
  ['refused', ['authorization_request_refused', 'token_request_refused', 'decision_refused', 'rate_limited']],
  ['revoked', ['grant_revoked']],
] as const

function Days({ days }: Pick<Figures, 'days'>) {
  const { figures } = useConsoleText()
  if (days === null) return <Card title={figures.byDay} lead={figures.tooMuch} />
  return (
    <Card title={figures.byDay}>
      {CHARTS.map(([name, events]) => (
        <DayChart key={name} title={figures.charts[name]} days={lastDays(days, events)} />
      ))}
    </Card>
  )
}

/** How often any of these happened on each of the last days, the oldest first; nothing was recorded on one that is missing. */
function lastDays(days: NonNullable<Figures['days']>, events: readonly string[]) {
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    const counted = days.find((each) => each.day === day)?.events.filter(({ event }) => events.includes(event)) ?? []
    return { day, count: counted.reduce((sum, { count }) => sum + count, 0) }
  })
}

function Latencies({ routes }: Pick<Figures, 'routes'>) {
  const { figures } = useConsoleText()
  const format = useFormat()
  const write = (milliseconds: number) => figures.milliseconds(format.number(Math.round(milliseconds * 10) / 10))
  return (
    <Table
      caption={figures.latency}
      columns={[figures.route, figures.count, figures.failed, figures.half, figures.most, figures.nearlyAll]}
      rows={mostFirst(routes).map((each) => [each.route, each.count, each.failed].concat(each.milliseconds.map(write)))}
    />
  )
}

function mostFirst<Each extends { readonly count: number }>(all: readonly Each[]): readonly Each[] {
  return all.toSorted((one, other) => other.count - one.count)
}
