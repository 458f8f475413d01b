import { useState } from 'preact/hooks'
import { navigate } from '../../routing/router.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useConsole } from '../console-context.tsx'
import { consoleAddress } from '../console-location.ts'
import { texts } from '../texts.ts'
import { EVENTS, type Filter } from './filter.ts'

/** Narrows the trail down. What it is narrowed down to stands in the address, to be kept and sent. */
export function AuditFilter({ filter }: { filter: Filter }) {
  const { access } = useConsole()
  const [typed, setTyped] = useState(filter)
  const set = (name: keyof Filter) => (value: string) => setTyped({ ...typed, [name]: value })
  const show = (event: Event) => {
    event.preventDefault()
    navigate(consoleAddress('audit', typed))
  }
  const isAdministrator = access.role === 'administrator'
  // One that stands in the address and that this page does not know is offered too.
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
        <Button kind="secondary" type="submit">
          {texts.audit.filter}
        </Button>
        <ButtonLink kind="quiet" href={cleared}>
          {texts.audit.clear}
        </ButtonLink>
      </div>
    </form>
  )
}
