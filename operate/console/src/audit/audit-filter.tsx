import { SelectField } from '@countersign/ui/choices.tsx'
import { Button, ButtonLink } from '@countersign/ui/elements.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { AUDIT_TEXTS } from './audit-texts.ts'
import { describeEvent, EVENT_TEXTS } from './event-texts.ts'
import { CUSTOM, type Filter, RANGES } from './filter.ts'

/** Writes the filter into the address, so that it can be bookmarked and sent. */
export function AuditFilter({ filter, children }: { filter: Filter; children: ComponentChildren }) {
  const { access } = useConsole()
  const [typed, setTyped] = useState(filter)
  const set = (name: keyof Filter) => (value: string) => setTyped({ ...typed, [name]: value })
  const show = (event: Event) => {
    event.preventDefault()
    navigate(consoleAddress('audit', typed.range === CUSTOM ? typed : { ...typed, since: '', until: '' }))
  }
  const isAdministrator = access.role === 'administrator'
  const cleared = consoleAddress('audit', isAdministrator ? {} : { client_id: filter.client_id })
  return (
    <form class="audit-filter" onSubmit={show}>
      <TimeFields typed={typed} set={set} />
      <SelectField
        label={AUDIT_TEXTS.event}
        value={typed.event}
        onChange={set('event')}
        options={[{ value: '', label: AUDIT_TEXTS.anyEvent }, ...eventOptions(typed.event)]}
      />
      {isAdministrator && (
        <>
          <AppField value={typed.client_id} onChange={set('client_id')} />
          <Field label={AUDIT_TEXTS.userId} value={typed.user_id} onInput={set('user_id')} isCode />
        </>
      )}
      <Field
        label={AUDIT_TEXTS.outcome}
        hint={isAdministrator ? AUDIT_TEXTS.outcomeHint : undefined}
        value={typed.outcome}
        onInput={set('outcome')}
        maxLength={128}
        isCode
      />
      <div class="actions start">
        <Button type="submit" label={AUDIT_TEXTS.filter} />
        <ButtonLink kind="quiet" href={cleared} label={AUDIT_TEXTS.clear} />
        {children}
      </div>
    </form>
  )
}

/** By name, as long as one page of the list has all of them. */
function AppField({ value, onChange }: { value: string; onChange: (clientId: string) => void }) {
  const { api } = useConsole()
  const { content, failure } = useLoaded(() => api.listApps({}))
  if (failure || content?.next !== undefined)
    return <Field label={AUDIT_TEXTS.clientId} value={value} onInput={onChange} isCode />
  const apps = (content?.items ?? []).map(({ client_id, name }) => ({ value: client_id, label: name }))
  const isKnown = value === '' || apps.some((app) => app.value === value)
  const options = [{ value: '', label: AUDIT_TEXTS.anyApp }, ...apps, ...(isKnown ? [] : [{ value, label: value }])]
  return <SelectField label={AUDIT_TEXTS.app} value={value} options={options} onChange={onChange} />
}

type TimeFieldsProps = {
  readonly typed: Filter
  readonly set: (name: keyof Filter) => (value: string) => void
}

function TimeFields({ typed, set }: TimeFieldsProps) {
  return (
    <>
      <SelectField
        label={AUDIT_TEXTS.range}
        value={typed.range}
        onChange={set('range')}
        options={(['', ...RANGES, CUSTOM] as const).map((value) => ({
          value,
          label: AUDIT_TEXTS.ranges[value === '' ? 'all' : value],
        }))}
      />
      {typed.range === CUSTOM && (
        <>
          <Field label={AUDIT_TEXTS.since} type="datetime-local" value={typed.since} onInput={set('since')} />
          <Field label={AUDIT_TEXTS.until} type="datetime-local" value={typed.until} onInput={set('until')} />
        </>
      )}
    </>
  )
}

/** By their English names; offers an unknown event of the address too, since the provider may be newer. */
function eventOptions(chosen: string) {
  const events = new Set([...Object.keys(EVENT_TEXTS), ...(chosen === '' ? [] : [chosen])])
  const options = Array.from(events, (value) => ({ value, label: describeEvent(value) }))
  return options.toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}
