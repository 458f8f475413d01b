import { useState } from 'preact/hooks'
import { useFormat } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/choices.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { AppSecret } from '../api/console-api.ts'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { AskFirst, RefusalNotice, ShownOnce, useChange } from '../elements.tsx'
import { PERIODS, type Period } from '../periods.ts'
import { texts } from '../texts.ts'

const OVERLAPS = ['none', 'hour', 'day', 'week', 'month'] as const satisfies readonly (Period | 'none')[]

export function AppSecrets({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const [made, setMade] = useState<string>()
  const { change, note } = useChange(reload)
  if (app.secrets.length === 0) return <Card icon="password" title={texts.secrets.title} lead={texts.secrets.none} />
  const end = (id: string) => change(() => api.removeSecret(app.client_id, id), texts.secrets.ended)
  const show = (secret: string) => change(async () => setMade(secret), '')
  return (
    <Card icon="password" title={texts.secrets.title} lead={texts.secrets.lead}>
      <ul class="rows">
        {app.secrets.map((secret) => (
          <SecretRow key={secret.secret_id} secret={secret} end={() => end(secret.secret_id)} />
        ))}
      </ul>
      {note}
      {made === undefined ? (
        <NewSecret app={app} onMade={show} />
      ) : (
        <ShownOnce label={texts.secrets.made} value={made} onDone={() => setMade(undefined)} />
      )}
    </Card>
  )
}

function SecretRow({ secret, end }: { secret: AppSecret; end: () => Promise<void> }) {
  const format = useFormat()
  const made = format.dateTime(secret.created_at)
  const facts = [
    secret.last_used_at === null ? texts.secrets.unused : texts.secrets.used(format.dateTime(secret.last_used_at)),
    ...(secret.expires_at === null ? [] : [texts.secrets.expires(format.dateTime(secret.expires_at))]),
  ]
  return (
    <li>
      <div class="rows-text">
        <h3>{texts.secrets.of(made)}</h3>
        <p class="fine">{facts.join(' · ')}</p>
      </div>
      <div class="actions">
        <AskFirst
          kind="quiet"
          readAs={texts.secrets.endOf(made)}
          title={texts.secrets.endTitle}
          message={texts.secrets.endLead}
          confirm={texts.secrets.end}
          work={end}
        />
      </div>
    </li>
  )
}

function NewSecret({ app, onMade }: Pick<AppSectionProps, 'app'> & { onMade: (secret: string) => Promise<void> }) {
  const { api } = useConsole()
  const [overlap, setOverlap] = useState<string>('day')
  const task = useTask<'make'>()
  const make = async () => {
    const period = OVERLAPS.find((each) => each === overlap) ?? 'none'
    await onMade(await api.rotateSecret(app.client_id, period === 'none' ? 0 : PERIODS[period]))
  }
  return (
    <div class="stack">
      <SelectField
        label={texts.secrets.overlap}
        value={overlap}
        onChange={setOverlap}
        options={OVERLAPS.map((value) => ({ value, label: texts.secrets.overlaps[value] }))}
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => task.run('make', make)}
          busyText={task.running && texts.secrets.making}
          label={texts.secrets.make}
        />
      </div>
    </div>
  )
}
