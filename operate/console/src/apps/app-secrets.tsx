import { Card } from '@countersign/ui/card.tsx'
import { SelectField } from '@countersign/ui/choices.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import type { AppSecret } from '../api/console-api.ts'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { AskFirst, RefusalNotice, ShownOnce, useChange } from '../elements.tsx'
import { Moment, PERIODS, type Period } from '../moment.tsx'
import { Table } from '../table.tsx'
import { APP_TEXTS } from './app-texts.ts'
import { newestFirst, nextStep } from './secret-rotation.ts'

const OVERLAPS = ['none', 'hour', 'day', 'week', 'month'] as const satisfies readonly (Period | 'none')[]

export function AppSecrets({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const [made, setMade] = useState<string>()
  const { change, note } = useChange(reload)
  if (app.secrets.length === 0)
    return <Card icon="password" title={APP_TEXTS.secrets.title} lead={APP_TEXTS.secrets.none} />
  const end = (id: string) => change(() => api.removeSecret(app.client_id, id), APP_TEXTS.secrets.ended)
  const show = (secret: string) => change(async () => setMade(secret), '')
  return (
    <Card icon="password" title={APP_TEXTS.secrets.title} lead={APP_TEXTS.secrets.lead}>
      <p aria-live="polite">
        <strong>{APP_TEXTS.secrets.next}</strong> {APP_TEXTS.secrets.steps[nextStep(app.secrets)]}
      </p>
      <SecretTable secrets={app.secrets} end={end} />
      {note}
      {made === undefined ? (
        <NewSecret app={app} onMade={show} />
      ) : (
        <ShownOnce label={APP_TEXTS.secrets.made} value={made} onDone={() => setMade(undefined)} />
      )}
    </Card>
  )
}

type SecretTableProps = { readonly secrets: readonly AppSecret[]; readonly end: (id: string) => Promise<void> }

/** The newest first: the others are on their way out. */
function SecretTable({ secrets, end }: SecretTableProps) {
  const format = useFormat()
  const { columns } = APP_TEXTS.secrets
  const rows = newestFirst(secrets)
  return (
    <Table
      caption={APP_TEXTS.secrets.title}
      rows={rows}
      keyOf={({ secret_id }) => secret_id}
      columns={[
        {
          title: columns.secret,
          cell: (secret) => (secret === rows[0] ? APP_TEXTS.secrets.newest : APP_TEXTS.secrets.older),
        },
        { title: columns.made, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          title: columns.used,
          cell: ({ last_used_at }) => (last_used_at === null ? APP_TEXTS.secrets.unused : <Moment at={last_used_at} />),
        },
        {
          title: columns.ends,
          cell: ({ expires_at }) => (expires_at === null ? APP_TEXTS.secrets.endless : <Moment at={expires_at} />),
        },
        {
          title: columns.act,
          cell: ({ secret_id, created_at }) => (
            <AskFirst
              kind="quiet"
              readAs={APP_TEXTS.secrets.endOf(format.dateTime(created_at))}
              title={APP_TEXTS.secrets.endTitle}
              message={APP_TEXTS.secrets.endLead}
              confirm={APP_TEXTS.secrets.end}
              work={() => end(secret_id)}
            />
          ),
        },
      ]}
    />
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
        label={APP_TEXTS.secrets.overlap}
        value={overlap}
        onChange={setOverlap}
        options={OVERLAPS.map((value) => ({ value, label: APP_TEXTS.secrets.overlaps[value] }))}
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => task.run('make', make)}
          busyText={task.running && APP_TEXTS.secrets.making}
          label={APP_TEXTS.secrets.make}
        />
      </div>
    </div>
  )
}
