import { Card } from '@countersign/ui/card.tsx'
import { SelectField } from '@countersign/ui/choices.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import type { RegistrationToken } from './api/console-api.ts'
import { ConsoleFrame, useConsole } from './console-frame.tsx'
import { AskFirst, RefusalNotice, ShownOnce, useChange } from './elements.tsx'
import { Moment, PERIODS, type Period } from './moment.tsx'
import { LoadedTable } from './table.tsx'
import { texts } from './texts.ts'

/** `/console/tokens`: tokens for dynamic registration. */
export function TokensPage() {
  const { api, access } = useConsole()
  const loaded = useLoaded(() => api.listTokens())
  const [made, setMade] = useState<string>()
  const { change, note } = useChange(loaded.reload)
  const show = (token: string) => change(async () => setMade(token), '')
  const end = (id: string) => change(() => api.removeToken(id), texts.tokens.ended)
  const { columns } = texts.tokens
  const empty = (
    <EmptyState picture="apps" title={texts.tokens.emptyTitle}>
      {texts.tokens.empty}
    </EmptyState>
  )
  return (
    <ConsoleFrame current="tokens" title={texts.tokens.title} lead={texts.tokens.lead}>
      <Notice>{access.dynamic_registration !== 'token' && texts.tokens.notOfUse[access.dynamic_registration]}</Notice>
      <Card icon="import" title={texts.tokens.makeTitle}>
        {made === undefined ? (
          <NewTokenForm onMade={show} />
        ) : (
          <ShownOnce label={texts.tokens.made} value={made} onDone={() => setMade(undefined)} />
        )}
      </Card>
      {note}
      <LoadedTable
        caption={texts.tokens.listTitle}
        loaded={loaded}
        keyOf={({ token_id }) => token_id}
        empty={empty}
        columns={[
          {
            title: columns.made,
            cell: ({ created_at }) => <Moment at={created_at} />,
            sortBy: ({ created_at }) => created_at,
          },
          {
            title: columns.ends,
            cell: ({ expires_at }) => <Moment at={expires_at} />,
            sortBy: ({ expires_at }) => expires_at,
          },
          { title: columns.left, cell: ({ remaining_uses: left }) => leftOf(left) },
          { title: columns.action, cell: (token) => <TokenEnd token={token} end={() => end(token.token_id)} /> },
        ]}
      />
    </ConsoleFrame>
  )
}

function leftOf(uses: number | null): string {
  return uses === null ? texts.tokens.anyNumber : texts.tokens.left(uses)
}

function TokenEnd({ token, end }: { token: RegistrationToken; end: () => Promise<void> }) {
  return (
    <AskFirst
      kind="quiet"
      readAs={texts.tokens.endOf(useFormat().dateTime(token.created_at))}
      title={texts.tokens.endTitle}
      message={texts.tokens.endLead}
      confirm={texts.tokens.end}
      work={end}
    />
  )
}

const LIFETIMES = Object.keys(PERIODS) as readonly Period[]
const MAXIMUM_USES = 10_000

function NewTokenForm({ onMade }: { onMade: (token: string) => Promise<void> }) {
  const { api } = useConsole()
  const [lifetime, setLifetime] = useState<string>('day')
  const [uses, setUses] = useState('1')
  const task = useTask<'make'>()
  const isAny = uses.trim() === ''
  const isNumber = /^\d{1,5}$/.test(uses.trim()) && Number(uses) >= 1 && Number(uses) <= MAXIMUM_USES
  const make = async () => {
    const seconds = PERIODS[LIFETIMES.find((each) => each === lifetime) ?? 'day']
    await onMade(await api.createToken({ expires_in: seconds, ...(isAny ? {} : { uses: Number(uses) }) }))
  }
  return (
    <GuardedForm isValid={isAny || isNumber} onSubmit={() => task.run('make', make)}>
      <SelectField
        label={texts.tokens.lifetime}
        value={lifetime}
        onChange={setLifetime}
        options={LIFETIMES.map((value) => ({ value, label: texts.tokens.lifetimes[value] }))}
      />
      <Field
        label={texts.tokens.uses}
        hint={texts.tokens.usesHint}
        value={uses}
        onInput={setUses}
        error={isAny || isNumber ? undefined : texts.tokens.usesWrong}
        inputMode="numeric"
        isCode
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button type="submit" busyText={task.running && texts.tokens.making} label={texts.tokens.make} />
      </div>
    </GuardedForm>
  )
}
