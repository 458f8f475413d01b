import { toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useBrand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Page } from '../../ui/page.tsx'
import { useTask } from '../../ui/use-task.ts'
import { createConsoleApi } from '../api/console-api.ts'
import { sendByToken } from '../api/send-by-token.ts'
import { useConsoleText } from '../console-text.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'

type EntryPageProps = {
  readonly issuer: string
  readonly onSession: () => void
  readonly onToken: (token: string) => void
}

/** The two ways into the console. */
export function EntryPage({ issuer, onSession, onToken }: EntryPageProps) {
  const { access } = useConsoleText()
  const { name } = useBrand()
  return (
    <Page title={access.title} lead={access.lead(name)}>
      <Card icon="fingerprint" title={access.personTitle} lead={access.person}>
        <div class="actions start">
          <Button onClick={onSession}>{access.personSubmit}</Button>
        </div>
      </Card>
      <Card icon="key" title={access.tokenTitle}>
        <TokenForm issuer={issuer} submit={access.tokenSubmit} onToken={onToken} />
      </Card>
    </Page>
  )
}

type TokenFormProps = {
  readonly issuer: string
  readonly submit: string
  readonly onToken: (token: string) => void
}

/** Takes the administration token once the service has taken it. */
export function TokenForm({ issuer, submit, onToken }: TokenFormProps) {
  const { access } = useConsoleText()
  const [token, setToken] = useState('')
  const [refused, setRefused] = useState<string>()
  const task = useTask<'open'>()
  const open = async () => {
    try {
      await createConsoleApi(sendByToken(issuer, () => token)).readAccess()
    } catch (error) {
      const sentence = { invalid_admin_token: access.tokenWrong, not_found: access.tokenUnavailable }
      const { code } = toFailure(error)
      if (code !== 'invalid_admin_token' && code !== 'not_found') throw error
      return setRefused(sentence[code])
    }
    onToken(token)
  }
  return (
    <GuardedForm isValid={token !== ''} refusal={refused} onSubmit={() => task.run('open', open)}>
      <Field
        label={access.token}
        type="password"
        autocomplete="off"
        value={token}
        onInput={(next) => {
          setToken(next)
          setRefused(undefined)
        }}
        hint={access.tokenHint}
        error={token === '' ? access.tokenEmpty : refused}
        required
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button kind="secondary" type="submit" busyText={task.running && access.tokenBusy}>
          {submit}
        </Button>
      </div>
    </GuardedForm>
  )
}
