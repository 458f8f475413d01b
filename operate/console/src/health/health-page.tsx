import type { HealthReport } from '@countersign/contracts'
import { Badge } from '@countersign/ui/card.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { type Loaded, useLoaded } from '@countersign/ui/loading.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import type { Component } from '../api/console-api.ts'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { CONSOLE_PATHS } from '../console-paths.ts'
import { Facts } from '../details.tsx'
import { CoreRefusal, RefusalNotice } from '../elements.tsx'
import { Moment } from '../moment.tsx'
import { LoadedTable, Table } from '../table.tsx'
import { texts } from '../texts.ts'
import { HEALTH_TEXTS } from './health-texts.ts'
import { findWeaknesses, type Reports } from './weaknesses.ts'

/** `/console/health`: readiness and findings of each component. */
export function HealthPage() {
  const { api, access } = useConsole()
  const { common } = useText()
  const provider = useLoaded(() => api.readProviderHealth())
  const core = useLoaded(() => api.readCoreHealth())
  // Together, so that nothing moves.
  const isLoading = [provider, core].some(({ content, failure }) => !content && !failure)
  const reports: Reports = {
    ...(provider.content && { provider: provider.content }),
    ...(core.content && { core: core.content }),
  }
  const reload = () => {
    void provider.reload()
    void core.reload()
  }
  return (
    <ConsoleFrame current="health" title={HEALTH_TEXTS.title} lead={HEALTH_TEXTS.lead}>
      <div class="actions start">
        <Button kind="secondary" onClick={reload} label={texts.actions.refresh} />
      </div>
      {isLoading ? (
        <p class="fine">{common.loading}</p>
      ) : (
        <>
          <Weaknesses reports={reports} />
          <div class="components">
            <ComponentCard component="provider" loaded={provider} />
            <ComponentCard component="core" loaded={core} />
          </div>
          <Checks reports={Object.values(reports)} />
          <KeyAges nextAt={provider.content?.keys_rotate_at ?? null} />
          <p>
            {HEALTH_TEXTS.charts}{' '}
            {access.documentation_url !== undefined && (
              <a href={`${access.documentation_url}/guides/run/watch#dashboard`}>{HEALTH_TEXTS.dashboard}</a>
            )}
          </p>
        </>
      )}
    </ConsoleFrame>
  )
}

function Weaknesses({ reports }: { reports: Reports }) {
  const all = findWeaknesses(reports)
  if (Object.keys(reports).length === 0) return null
  return (
    <section class="stack" aria-label={HEALTH_TEXTS.findings}>
      {all.length === 0 && <Notice kind="good">{HEALTH_TEXTS.noFindings}</Notice>}
      {all.map(({ severity, component, text }) => (
        <Notice key={component + text} kind={severity}>
          <strong>{[HEALTH_TEXTS.severities[severity], component].filter((word) => word !== '').join(', ')}:</strong>{' '}
          {text}
        </Notice>
      ))}
    </section>
  )
}

type ComponentCardProps = { readonly component: Component; readonly loaded: Loaded<HealthReport> }

function ComponentCard({ component, loaded: { content, failure } }: ComponentCardProps) {
  const Refusal = component === 'core' ? CoreRefusal : RefusalNotice
  const isSilent = failure && ['offline', 'timeout', 'service_unavailable'].includes(failure.code)
  return (
    <section class="card stack" aria-label={HEALTH_TEXTS.components[component]}>
      <div class="component-head">
        <h2>{HEALTH_TEXTS.components[component]}</h2>
        {!failure && content && <Badge>{HEALTH_TEXTS.states[stateOf(content)]}</Badge>}
        {isSilent && <Badge>{HEALTH_TEXTS.states.silent}</Badge>}
      </div>
      {isSilent ? <Notice kind="error">{HEALTH_TEXTS.silent[component]}</Notice> : <Refusal failure={failure} />}
      {!failure && content && <ComponentFacts report={content} />}
    </section>
  )
}

function stateOf({ checks }: HealthReport): 'ok' | 'unavailable' {
  return checks.every(({ outcome }) => outcome === 'ok') ? 'ok' : 'unavailable'
}

function ComponentFacts({ report }: { report: HealthReport }) {
  const { facts, engines } = HEALTH_TEXTS
  const { clock_offset_seconds: offset, database, last_backup_at: backup, mail, events } = report
  return (
    <Facts
      rows={[
        [facts.version, report.version],
        [facts.node, report.node],
        [facts.started, <Moment at={report.started_at} />],
        [facts.clock, offset === null ? HEALTH_TEXTS.unknown : HEALTH_TEXTS.clock(offset.toFixed(1))],
        [facts.database, `${engines[database.engine]} ${database.version ?? ''}`.trim()],
        [facts.backup, backup === null ? HEALTH_TEXTS.unknown : <Moment at={backup} />],
        [facts.mail, mail && describeMail(mail)],
        [facts.lastFailure, mail?.last_failure && <Failure {...mail.last_failure} />],
        [facts.events, events && describeEvents(events)],
        [facts.oldestEvent, events?.oldest_since && <Moment at={events.oldest_since} />],
        [facts.failedEvents, events && listFailures(events)],
      ]}
    />
  )
}

function describeMail({ is_configured, failures_last_day }: NonNullable<HealthReport['mail']>): string {
  if (!is_configured) return HEALTH_TEXTS.mailOff
  return failures_last_day === 0 ? HEALTH_TEXTS.mailOk : HEALTH_TEXTS.mailFailures(failures_last_day)
}

type Events = NonNullable<HealthReport['events']>

function describeEvents({ waiting }: Events): string {
  return waiting === 0 ? HEALTH_TEXTS.noEventsWait : HEALTH_TEXTS.eventsWait(waiting)
}

function listFailures({ failures }: Events) {
  if (failures.length === 0) return null
  return failures.map(({ at, event, reason }) => (
    <div key={at + event}>
      <Failure at={at} reason={`${event}: ${reason}`} />
    </div>
  ))
}

function Failure({ at, reason }: { at: string; reason: string }) {
  return (
    <>
      <Moment at={at} /> <bdi class="fine">{reason}</bdi>
    </>
  )
}

function Checks({ reports }: { reports: readonly HealthReport[] }) {
  const rows = reports.flatMap(({ component, checks }) => checks.map((check) => ({ component, ...check })))
  if (rows.length === 0) return null
  return (
    <section class="stack">
      <h2>{HEALTH_TEXTS.checks}</h2>
      <Table
        caption={HEALTH_TEXTS.checks}
        rows={rows}
        keyOf={({ component, check }) => `${component} ${check}`}
        columns={[
          { title: HEALTH_TEXTS.check, cell: ({ check }) => check },
          { title: HEALTH_TEXTS.component, cell: ({ component }) => HEALTH_TEXTS.components[component] },
          { title: HEALTH_TEXTS.outcome, cell: ({ outcome }) => HEALTH_TEXTS.outcomes[outcome] },
          { title: HEALTH_TEXTS.toDo, cell: ({ check, outcome }) => outcome === 'unavailable' && adviceFor(check) },
        ]}
      />
    </section>
  )
}

function adviceFor(check: string): string {
  return Object.entries(HEALTH_TEXTS.advice).find(([name]) => name === check)?.[1] ?? HEALTH_TEXTS.otherAdvice
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The published signing keys with their ages. @param nextAt when the next ones are made, if the provider says so */
export function KeyAges({ nextAt }: { nextAt: string | null }) {
  const { api } = useConsole()
  const loaded = useLoaded(async () => (await api.listKeys()).filter(({ state }) => state !== 'removed'))
  const { keys } = HEALTH_TEXTS
  return (
    <section class="stack">
      <h2>{keys.title}</h2>
      {nextAt !== null && (
        <p>
          {keys.next} <Moment at={nextAt} />
        </p>
      )}
      <LoadedTable
        caption={keys.title}
        loaded={loaded}
        keyOf={({ kid }) => kid}
        empty={<p class="fine">{texts.keys.none}</p>}
        columns={[
          { title: keys.kid, cell: ({ kid }) => <code dir="ltr">{kid}</code> },
          { title: keys.algorithm, cell: ({ algorithm }) => algorithm },
          { title: keys.state, cell: ({ state }) => texts.keys.states[state] },
          { title: keys.age, cell: ({ created_at }) => ageOf(created_at), sortBy: ({ created_at }) => created_at },
        ]}
      />
      <p>
        <a href={CONSOLE_PATHS.keys}>{keys.manage}</a>
      </p>
    </section>
  )
}

function ageOf(createdAt: string): string {
  const hours = Math.floor((Date.now() - Date.parse(createdAt)) / HOUR_MS)
  if (hours < 1) return HEALTH_TEXTS.underAnHour
  return hours < DAY_HOURS ? HEALTH_TEXTS.hours(hours) : HEALTH_TEXTS.days(Math.floor(hours / DAY_HOURS))
}
