import { INVITATION_LIMITS, type InvitationRecord } from '@countersign/contracts'
import { Card } from '@countersign/ui/card.tsx'
import { SelectField } from '@countersign/ui/choices.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { AskFirst, CoreRefusal, ShownOnce, useChange } from '../elements.tsx'
import { Moment, PERIODS } from '../moment.tsx'
import { LoadedTable } from '../table.tsx'
import { INVITATION_TEXTS as texts } from './people-texts.ts'

/** `/console/invitations`: links that let people sign up. */
export function InvitationsPage() {
  const { api } = useConsole()
  const loaded = useLoaded(() => api.listInvitations())
  const [link, setLink] = useState<string>()
  const { change, note } = useChange(loaded.reload)
  const show = (made: string) => change(async () => setLink(made), '')
  const remove = (id: string) => change(() => api.removeInvitation(id), texts.removed)
  const { columns } = texts
  const empty = (
    <EmptyState picture="request" title={texts.emptyTitle}>
      {texts.empty}
    </EmptyState>
  )
  return (
    <ConsoleFrame current="invitations" title={texts.title} lead={texts.lead}>
      <Card icon="mail" title={texts.makeTitle}>
        {link === undefined ? (
          <NewInvitationForm onMade={show} />
        ) : (
          <ShownOnce label={texts.made} value={link} onDone={() => setLink(undefined)} />
        )}
      </Card>
      {note}
      <LoadedTable
        caption={texts.title}
        loaded={loaded}
        keyOf={({ invitation_id }) => invitation_id}
        empty={empty}
        columns={[
          { title: columns.made, cell: ({ created_at }) => <Moment at={created_at} /> },
          { title: columns.ends, cell: ({ expires_at }) => <Moment at={expires_at} /> },
          { title: columns.used, cell: ({ used, uses }) => texts.usedOf(used, uses) },
          { title: columns.note, cell: ({ note: written }) => <bdi>{written}</bdi> },
          {
            title: columns.action,
            cell: (invitation) => <Removal invitation={invitation} remove={() => remove(invitation.invitation_id)} />,
          },
        ]}
      />
    </ConsoleFrame>
  )
}

function Removal({ invitation, remove }: { invitation: InvitationRecord; remove: () => Promise<void> }) {
  return (
    <AskFirst
      kind="quiet"
      readAs={texts.removeOf(useFormat().dateTime(invitation.created_at))}
      title={texts.removeTitle}
      message={texts.removeLead}
      confirm={texts.remove}
      work={remove}
    />
  )
}

const LIFETIMES = ['day', 'week', 'month', 'year'] as const

function NewInvitationForm({ onMade }: { onMade: (link: string) => Promise<void> }) {
  const { api } = useConsole()
  const [lifetime, setLifetime] = useState<string>('week')
  const [uses, setUses] = useState('1')
  const [note, setNote] = useState('')
  const task = useTask<'make'>()
  const isNumber = /^\d{1,5}$/.test(uses.trim()) && Number(uses) >= 1 && Number(uses) <= INVITATION_LIMITS.uses
  const make = async () => {
    const seconds = PERIODS[LIFETIMES.find((each) => each === lifetime) ?? 'week']
    const written = note.trim() === '' ? {} : { note: note.trim() }
    await onMade(await api.createInvitation({ uses: Number(uses), expires_in: seconds, ...written }))
  }
  return (
    <GuardedForm isValid={isNumber} onSubmit={() => task.run('make', make)}>
      <Field
        label={texts.uses}
        value={uses}
        onInput={setUses}
        error={isNumber ? undefined : texts.usesWrong}
        inputMode="numeric"
        isCode
      />
      <SelectField
        label={texts.lifetime}
        value={lifetime}
        onChange={setLifetime}
        options={LIFETIMES.map((value) => ({ value, label: texts.lifetimes[value] }))}
      />
      <Field
        label={texts.note}
        hint={texts.noteHint}
        value={note}
        onInput={setNote}
        autocomplete="off"
        maxLength={INVITATION_LIMITS.noteLength}
      />
      <CoreRefusal failure={task.failure} />
      <div class="actions start">
        <Button type="submit" busyText={task.running && texts.making} label={texts.make} />
      </div>
    </GuardedForm>
  )
}
