import { Button, Notice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { PEOPLE_TEXTS } from './people-texts.ts'
import { readUserId } from './user-id.ts'

/** `/console/people`: the way to an account. */
export function PeoplePage() {
  const { said, say } = useConsole()
  useEffect(() => () => say(''), [])
  return (
    <ConsoleFrame current="people" title={PEOPLE_TEXTS.title} lead={PEOPLE_TEXTS.lead}>
      <Notice kind="good">{said}</Notice>
      <AccountSearch />
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
