import type { PeopleFigures } from '@countersign/contracts'
import { Button } from '@countersign/ui/button.tsx'
import { Card } from '@countersign/ui/card.tsx'
import { Field } from '@countersign/ui/field.tsx'
import { GuardedForm } from '@countersign/ui/guarded-form.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/use-text.tsx'
import { Notice } from '@countersign/ui/notice.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { CoreRefusal } from '../core-refusal.tsx'
import { DayChart, lastDays } from '../day-chart.tsx'
import { PEOPLE_TEXTS } from './people-texts.ts'
import { readUserId } from './user-id.ts'

/** `/console/people`: accounts by number, and the way to one. */
export function PeoplePage() {
  const { api, said, say } = useConsole()
  const loaded = useLoaded(() => api.readPeople())
  useEffect(() => () => say(''), [])
  return (
    <ConsoleFrame current="people" title={PEOPLE_TEXTS.title} lead={PEOPLE_TEXTS.lead}>
      <Notice kind="good">{said}</Notice>
      <AccountSearch />
      <LoadingNotice loaded={loaded} Refusal={CoreRefusal} />
      {loaded.content && <Figures people={loaded.content} />}
    </ConsoleFrame>
  )
}

function AccountSearch() {
  const [typed, setTyped] = useState('')
  const userId = readUserId(typed)
  const open = () => {
    if (userId !== undefined) navigate(consoleAddress('account', { user_id: userId }))
  }
  return (
    <search>
      <GuardedForm isValid={userId !== undefined} onSubmit={open}>
        <div class="search">
          <Field
            label={PEOPLE_TEXTS.search}
            hint={PEOPLE_TEXTS.searchHint}
            error={userId === undefined ? PEOPLE_TEXTS.searchWrong : undefined}
            value={typed}
            onInput={setTyped}
            autocomplete="off"
            maxLength={80}
            isCode
          />
          <Button kind="secondary" type="submit" label={PEOPLE_TEXTS.open} />
        </div>
      </GuardedForm>
    </search>
  )
}

function Figures({ people: { days, ...totals } }: { people: PeopleFigures }) {
  const format = useFormat()
  const count = (name: 'signed_up' | 'active') => lastDays((day) => days?.find((each) => each.day === day)?.[name])
  return (
    <>
      <dl class="totals">
        {(Object.keys(PEOPLE_TEXTS.totals) as (keyof typeof totals)[]).map((name) => (
          <div key={name} class="card">
            <dt>{PEOPLE_TEXTS.totals[name]}</dt>
            <dd>{format.number(totals[name])}</dd>
          </div>
        ))}
      </dl>
      <Card title={PEOPLE_TEXTS.byDay} lead={days === null && PEOPLE_TEXTS.tooMuch}>
        {days !== null && (
          <div class="charts">
            <DayChart title={PEOPLE_TEXTS.signedUp} days={count('signed_up')} />
            <DayChart title={PEOPLE_TEXTS.active} days={count('active')} hasSum={false} />
          </div>
        )}
      </Card>
    </>
  )
}
