import type { AuditEvent } from '@countersign/contracts'
import { useState } from 'preact/hooks'
import { useFormat } from '../../messages/use-text.tsx'
import { navigate } from '../../routing/router.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { EmptyState, Row } from '../../ui/list.tsx'
import { usePages } from '../../ui/paged-list.tsx'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { PagedList } from '../elements.tsx'
import { texts } from '../texts.ts'
import { EVENTS, type Filter, readFilter, toQuery } from './filter.ts'

/** `/console/audit`, filtered by the query of the address. */
export function AuditPage({ query }: { query: URLSearchParams }) {
  const { api, access } = useConsole()
  const filter = readFilter(query)
  const pages = usePages((cursor: string | undefined) =>
    api.listEvents({ ...toQuery(filter), ...(cursor === undefined ? {} : { cursor }) }),
  )
  const empty = (
    <EmptyState picture="activity" title={texts.audit.emptyTitle}>
      {texts.audit.empty}
    </EmptyState>
  )
  const current = access.role === 'developer' ? 'apps' : 'audit'
  return (
    <ConsoleFrame current={current} title={texts.audit.title} lead={texts.audit.lead}>
      <AuditFilter filter={filter} />
      <PagedList pages={pages} empty={empty}>
        {(event) => <EventRow key={event.event_id} event={event} />}
      </PagedList>
    </ConsoleFrame>
  )
}

function EventRow({ event: { event, at, times, ...facts } }: { event: AuditEvent }) {
  const format = useFormat()
  const time = format.dateTime(at)
  return (
    <Row
      title={<code dir="ltr">{event}</code>}
      detail={
        <>
          <time dateTime={at}>{time}</time>
          {times > 1 && ` · ${texts.audit.times(times)}`}
        </>
      }
    >
      <dl class="event-facts">
        {(Object.keys(texts.audit.facts) as (keyof typeof texts.audit.facts)[]).map((name) => {
          const value = facts[name]
          return (
            value !== null && (
              <div key={name}>
                <dt>{texts.audit.facts[name]}</dt>
                <dd dir="ltr">{value}</dd>
              </div>
            )
          )
        })}
      </dl>
    </Row>
  )
}

/** Writes the filter into the address, so that it can be bookmarked and sent. */
function AuditFilter({ filter }: { filter: Filter }) {
  const { access } = useConsole()
  const [typed, setTyped] = useState(filter)
  const set = (name: keyof Filter) => (value: string) => setTyped({ ...typed, [name]: value })
  const show = (event: Event) => {
    event.preventDefault()
    navigate(consoleAddress('audit', typed))
  }
  const isAdministrator = access.role === 'administrator'
  // Offer an unknown event of the address too: the provider may be newer.
  const events = [...new Set([...EVENTS, ...(typed.event === '' ? [] : [typed.event])])]
  const cleared = consoleAddress('audit', isAdministrator ? {} : { client_id: filter.client_id })
  return (
    <form class="card audit-filter" onSubmit={show}>
      <SelectField
        label={texts.audit.event}
        value={typed.event}
        onChange={set('event')}
        options={[{ value: '', label: texts.audit.anyEvent }, ...events.map((value) => ({ value, label: value }))]}
      />
      <Field
        label={texts.audit.outcome}
        hint={isAdministrator ? texts.audit.outcomeHint : undefined}
        value={typed.outcome}
        onInput={set('outcome')}
        maxLength={128}
        isCode
      />
      {isAdministrator && (
        <>
          <Field label={texts.audit.clientId} value={typed.client_id} onInput={set('client_id')} isCode />
          <Field label={texts.audit.userId} value={typed.user_id} onInput={set('user_id')} isCode />
        </>
      )}
      <Field label={texts.audit.since} type="date" value={typed.since} onInput={set('since')} />
      <Field label={texts.audit.until} type="date" value={typed.until} onInput={set('until')} />
      <div class="actions start">
        <Button kind="secondary" type="submit" label={texts.audit.filter} />
        <ButtonLink kind="quiet" href={cleared} label={texts.audit.clear} />
      </div>
    </form>
  )
}
