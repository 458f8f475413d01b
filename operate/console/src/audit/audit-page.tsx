import { Button, Notice } from '@countersign/ui/elements.tsx'
import { download } from '@countersign/ui/files.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { usePages } from '@countersign/ui/paged-list.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Access, AuditedEvent } from '../api/console-api.ts'
import { AppName, createAppNameReader, type ReadAppName } from '../app-name.tsx'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { Identifier, RefusalNotice } from '../elements.tsx'
import { Moment } from '../moment.tsx'
import { type Column, PagedTable } from '../table.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { AUDIT_TEXTS } from './audit-texts.ts'
import { EventDetails } from './event-details.tsx'
import { describeEvent, describeOutcome } from './event-texts.ts'
import { EXPORT_LIMIT, exportEvents } from './export-events.ts'
import { readFilter, toQuery } from './filter.ts'

/** `/console/audit`, filtered by the query of the address. */
export function AuditPage({ query }: { query: URLSearchParams }) {
  const { api, access } = useConsole()
  const filter = readFilter(query)
  // A range ends when the page was opened, so that its pages fit together.
  const [asked] = useState(() => toQuery(filter, Date.now()))
  const [readName] = useState(() => createAppNameReader(api))
  const [opened, setOpened] = useState<AuditedEvent>()
  const pages = usePages((cursor: string | undefined) =>
    api.listEvents({ ...asked, ...(cursor === undefined ? {} : { cursor }) }),
  )
  const empty = (
    <EmptyState picture="activity" title={AUDIT_TEXTS.emptyTitle}>
      {AUDIT_TEXTS.empty}
    </EmptyState>
  )
  return (
    <ConsoleFrame
      current={access.role === 'developer' ? 'apps' : 'audit'}
      title={AUDIT_TEXTS.title}
      lead={AUDIT_TEXTS.lead}
    >
      <AuditFilter filter={filter}>
        <ExportButton query={asked} />
      </AuditFilter>
      <PagedTable
        caption={AUDIT_TEXTS.title}
        columns={columnsFor(access.role, { readName, open: setOpened })}
        pages={pages}
        keyOf={({ event_id }) => event_id}
        nameAt={1}
        currentKey={opened?.event_id}
        empty={empty}
      />
      {opened && (
        <EventDetails key={opened.event_id} event={opened} readName={readName} onClose={() => setOpened(undefined)} />
      )}
    </ConsoleFrame>
  )
}

type Columns = { readonly readName: ReadAppName; readonly open: (event: AuditedEvent) => void }

/** A developer is told nothing of the people. */
function columnsFor(role: Access['role'], { readName, open }: Columns): readonly Column<AuditedEvent>[] {
  const { columns } = AUDIT_TEXTS
  const person: Column<AuditedEvent> = {
    title: columns.person,
    cell: ({ user_id }) =>
      user_id !== null && (
        <Identifier label={columns.person} value={user_id} href={consoleAddress('account', { user_id })} isShort />
      ),
  }
  return [
    { title: columns.at, cell: ({ at }) => <Moment at={at} to="second" /> },
    { title: columns.event, cell: (event) => <EventCell event={event} onOpen={() => open(event)} /> },
    {
      title: columns.app,
      cell: ({ client_id }) => client_id !== null && <AppName clientId={client_id} readName={readName} />,
    },
    ...(role === 'administrator' ? [person] : []),
    { title: columns.outcome, cell: (event) => <OutcomeCell event={event} /> },
    { title: columns.network, cell: ({ network }) => network !== null && <span class="mono">{network}</span> },
    { title: columns.times, cell: ({ times }) => times, isNumber: true },
  ]
}

function EventCell({ event: { event }, onOpen }: { event: AuditedEvent; onOpen: () => void }) {
  return (
    <>
      <button type="button" class="row-link" onClick={onOpen}>
        {describeEvent(event)}
      </button>
      <EventName event={event} />
    </>
  )
}

/** May break after an underscore. */
function EventName({ event }: { event: string }) {
  return (
    <code dir="ltr" class="fine">
      {event.split('_').flatMap((word, at) => (at === 0 ? [word] : ['_', <wbr key={word + at} />, word]))}
    </code>
  )
}

function OutcomeCell({ event: { outcome, reason } }: { event: AuditedEvent }) {
  return (
    <>
      {outcome !== null && <span>{describeOutcome(outcome)}</span>}
      {reason && <bdi class="fine">{reason}</bdi>}
    </>
  )
}

/** Saves what the filter matches as JSON lines. */
export function ExportButton({ query }: { query: Readonly<Record<string, string>> }) {
  const { api } = useConsole()
  const format = useFormat()
  const task = useTask<'export'>()
  const [read, setRead] = useState(0)
  const [note, setNote] = useState('')
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])
  const save = async () => {
    setRead(0)
    setNote('')
    const { signal } = left.current
    const { lines, isComplete } = await exportEvents({
      listEvents: api.listEvents,
      query,
      onProgress: setRead,
      signal,
    })
    if (signal.aborted) return
    download(`audit-${new Date().toISOString().slice(0, 16).replace(':', '')}.jsonl`, lines, 'application/jsonl')
    setNote(isComplete ? '' : AUDIT_TEXTS.exportCut(format.number(EXPORT_LIMIT)))
  }
  return (
    <>
      <Button
        kind="secondary"
        onClick={() => task.run('export', save)}
        busyText={task.running && AUDIT_TEXTS.exporting(format.number(read))}
        label={AUDIT_TEXTS.export}
      />
      <div class="ask-failure">
        <RefusalNotice failure={task.failure} />
        <Notice>{note}</Notice>
      </div>
    </>
  )
}
